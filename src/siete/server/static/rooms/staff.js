/* The staff's door: sign in, or make the first account with the link that the server printed. */
import { api } from "../api.js";
import { fill, html, on, visit } from "../dom.js";
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

  async signIn({ name, password, code }, link) {
    const who = { name: name.value, password: password.value };
    try {
      if (link) await api.hire({ ...who, role: "floorperson", link });
      const made = await api.work({ ...who, ...(code.value ? { code: code.value } : {}) });
      visit(["floorperson", "auditor"].includes(made.role) ? "/floor" : "/lobby");
    } catch (error) {
      fill(this.querySelector("[data-note]"), html`${error.sentence || "That did not work."}`);
    }
  }
}

const markup = ({ title, words, button, password }) =>
  html`${topBar("")}<main class="wrap narrow" id="main" tabindex="-1">
    <div class="hero"><div><h1>${title}</h1><p>${words}</p></div></div>
    <form data-form>
      <label class="field"><span>Name</span><input name="name" required maxlength="24" autocomplete="username"></label>
      <label class="field"><span>Password</span><input name="password" type="password" required
        autocomplete="${password}"></label>
      <label class="field"><span>Code, with a second factor</span><input name="code" inputmode="numeric" maxlength="7"
        autocomplete="one-time-code"></label>
      <p class="note" role="status" data-note></p>
      <div class="go"><button class="btn primary big">${button}</button></div></form></main>`;
