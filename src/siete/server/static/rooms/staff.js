/* The staff's door: sign in, or make the first account with the link that the server printed. */
import { api } from "../api.js";
import { fill, html, on, visit } from "../dom.js";
import { sheet } from "../sheets.js";
import { topBar } from "../shell.js";

const FIRST = {
  title: "The first floorperson",
  words: "Choose a name and a password; the link works once.",
  button: "Make the account",
  password: "new-password",
};
const KNOWN = {
  title: "Staff",
  words: "Floorpersons open live tables; dealers deal; auditors look.",
  button: "Sign in",
  password: "current-password",
};

export class StaffRoom extends HTMLElement {
  connectedCallback() {
    document.title = "siete · staff";
    const link = location.hash.slice(1);
    this.innerHTML = String(markup(link ? FIRST : KNOWN));
    on(this, "submit", "[data-form]", (form, event) => {
      event.preventDefault();
      this.signIn(form.elements, link);
    });
  }

  async signIn({ name, password }, link) {
    const who = { name: name.value, password: password.value };
    try {
      if (link) await api.hire({ ...who, role: "floorperson", link });
      enter(await api.work(who));
    } catch (error) {
      if (error.code === "session/factor-needed") return askCode(who);
      fill(this.querySelector("[data-note]"), html`${error.sentence || "That did not work."}`);
    }
  }
}
const enter = ({ role }) => visit(["floorperson", "auditor"].includes(role) ? "/floor" : "/lobby");

/** The code of the authenticator, asked for once the password was right. */
const askCode = (who) => {
  const dialog = sheet(
    "Second factor",
    html`<form class="code-form"><p>Enter the six digits that your authenticator shows for siete.</p>
      <label class="field"><span>Code</span><input name="code" inputmode="numeric" pattern="[0-9 ]{6,7}" maxlength="7"
        required autocomplete="one-time-code" autofocus></label>
      <p class="note" role="status"></p>
      <div class="go"><button class="btn primary big">Sign in</button></div>
      <p class="hint">Lost it? Another floorperson can remove it under People.</p></form>`,
  );
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { code } = event.target.elements;
    try {
      enter(await api.work({ ...who, code: code.value }));
    } catch (error) {
      dialog.querySelector(".note").textContent = error.sentence || "That did not work.";
      code.select();
    }
  });
};

const markup = ({ title, words, button, password }) =>
  html`${topBar("")}<main class="wrap narrow" id="main" tabindex="-1">
    <div class="hero"><div><h1>${title}</h1><p>${words}</p></div></div>
    <form data-form>
      <label class="field"><span>Name</span><input name="name" required maxlength="24" autocomplete="username"></label>
      <label class="field"><span>Password</span><input name="password" type="password" required
        autocomplete="${password}"></label>
      <p class="note" role="status" data-note></p>
      <div class="go"><button class="btn primary big">${button}</button></div></form></main>`;
