/* The staff's door: sign in, or make the first account with the link that the server printed. */
import { api } from "../api.js";
import { fill, html, on } from "../dom.js";
import { topBar } from "../shell.js";

export class StaffRoom extends HTMLElement {
  connectedCallback() {
    document.title = "siete · staff";
    const link = location.hash.slice(1);
    this.innerHTML = String(html`${topBar("")}<main class="wrap narrow" id="main" tabindex="-1"><div class="hero"><div><h1>${link ? "The first floorperson" : "Staff"}</h1><p>${link ? "Choose a name and a password; the link works once." : "Floorpersons open live tables; dealers deal; auditors look."}</p></div></div>
      <form data-form><label class="field"><span>Name</span><input name="name" required maxlength="24" autocomplete="username"></label><label class="field"><span>Password</span><input name="password" type="password" required autocomplete="${link ? "new-password" : "current-password"}"></label><p class="note" role="status" data-note></p><div class="go"><button class="btn primary big">${link ? "Make the account" : "Sign in"}</button></div></form></main>`);
    on(this, "submit", "[data-form]", async (form, event) => {
      event.preventDefault();
      const { name, password } = form.elements, who = { name: name.value, password: password.value };
      try {
        if (link) await api.hire({ ...who, role: "floorperson", link });
        await api.work(who);
        history.pushState({}, "", "/lobby");
        dispatchEvent(new PopStateEvent("popstate"));
      } catch (error) { fill(this.querySelector("[data-note]"), html`${error.sentence || "That did not work."}`); }
    });
  }
}
