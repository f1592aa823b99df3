/* A certificate to print, which anybody can check at its address. */
import { BRAND, html } from "../dom.js";
import { courseCrumbs } from "./parts.js";

const CHANGED = "The house's rules have changed since.";

export const certificateMarkup = (found) =>
  html`<div class="hero noprint"><div>${courseCrumbs(found, "Certificate")}
      <h1>This certificate is genuine</h1>
      <p>This house issued it. ${found.is_current ? "Its rules are in force here today." : CHANGED}</p>
    </div><div class="cta"><button class="btn primary" data-print>Print</button></div></div>
    <article class="certificate"><header>${BRAND}<span>siete</span></header>
      <p class="small">Dealers' school</p><h2>${found.person}</h2>
      <p>has passed the exam of the course</p><h3>${found.title}</h3>
      <p>${found.lessons} lessons, with ${found.right} of ${found.asked} tasks right</p>
      <dl><dt>Date</dt><dd>${found.date}</dd><dt>Rules</dt><dd class="mono">${found.rules_hash.slice(0, 32)}</dd>
        <dt>Certificate</dt><dd class="mono">${found.code}</dd></dl>
      <footer><img src="/api/v1/school/certificates/${found.code}/address.svg" alt="The address of this certificate"
          width="112" height="112"><p>Check it at
          <span class="mono">${location.host}/school/certificate/${found.code}</span>.
          Play chips only; no licence to deal.</p></footer></article>`;
