/* Simulation live: the house deals beside its tables, and this view asks how far it is. Nothing is kept here but the
   run's name, which the address carries: a reload, a lost line or another browser finds the run again. */
import { call } from "../api.js";
import { byCount } from "./by_count.js";
import { fill, on } from "../dom.js";
import { prefs, setPref } from "../prefs.js";
import { keepTwins } from "./plots.js";
import * as markup from "./simulate_markup.js";

const EVERY = 500;
const LATER = 4000;
const UNDER_WAY = new Set(["waiting", "preparing", "dealing"]);

const agreement = (run, chosen) => {
  if (!run) return "";
  return run.predicted ? markup.counted(run) : markup.agrees(chosen);
};

const ends = (run, wide) => {
  if (run?.sessions) return markup.sessions(run, wide);
  return run?.by_count?.length ? byCount(run, wide) : "";
};

const MOST_SENT = 64_000;
const TOO_LARGE = "This run is too large to be sent. Carry it on with siete simulate --resume.";
const zipped = async (plain) => {
  const stream = new Blob([JSON.stringify(plain)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(""));
};
/** What of a saved run is needed to continue it; of a large one the whole chunks alone, from which it goes on. */
const packed = async (text) => {
  const { format, state, whole } = JSON.parse(text);
  const all = await zipped({ format, state, whole });
  if (all.length <= MOST_SENT) return all;
  const sent = whole?.rounds ? await zipped({ format, state: whole }) : all;
  if (sent.length > MOST_SENT) throw Object.assign(new Error("too large"), { sentence: TOO_LARGE });
  return sent;
};

export class SimulateView {
  constructor(root, room) {
    Object.assign(this, { root, room, run: null, wager: "", limits: null });
    root.innerHTML = String(markup.frame());
    on(root, "submit", "form", (node, event) => {
      event.preventDefault();
      this.start(new FormData(node));
    });
    on(root, "click", "[data-run]", (node) => this.act(node.dataset.run));
    on(root, "click", "[data-wager]", (node) => this.choose(node.dataset.wager));
    on(root, "change", "[data-saved]", (node) => this.takeUp(node));
    on(root, "change", "[data-book]", (node) =>
      room.turned({ text: `rule_set = "${node.value}"\n`, rules: node.value, ok: true }),
    );
    this.name = room.getAttribute("run") || prefs.simulation || "";
    if (this.name) this.watch();
  }
  enter() {
    fill(this.root.querySelector("[data-rules]"), markup.rules(this.room));
    this.tellLimits();
    this.draw();
  }
  leave() {
    clearTimeout(this.timer);
    this.name = "";
  }
  /** What the address says of this view. */
  asked() {
    return this.run && this.room.view === "simulate" ? { run: this.run.id } : {};
  }

  async tellLimits() {
    try {
      this.limits = await call("GET", "/lab/simulations");
      fill(this.root.querySelector("[data-limits]"), markup.limits(this.limits));
    } catch {
      /* they are told again with the next run */
    }
  }

  async start(form) {
    const number = (name) => Math.round(Number(String(form.get(name)).replace(/[,\s]/g, "")));
    const bet = String(form.get("bet")).replace(/[$,\s]/g, "");
    const body = {
      text: this.room.text,
      rounds: number("rounds"),
      seed: number("seed"),
      cards: form.get("cards"),
      strategy: form.get("strategy"),
      wager: form.get("wager"),
      session: number("session"),
      bankroll: String(form.get("bankroll")).replace(/[$,\s]/g, "") || "0",
      ...(bet ? { bet } : {}),
    };
    await this.deal(body);
  }
  /** Start a run; another view may ask for one, too. */
  async deal(body) {
    this.room.say();
    try {
      this.came(await call("POST", "/lab/simulations", body));
      this.wager = "";
      this.watch();
    } catch (error) {
      this.room.say(error.sentence);
    }
  }

  /** A run that was saved, here or in a terminal. */
  async takeUp(node) {
    const [file] = node.files;
    node.value = "";
    if (!file) return;
    this.room.say();
    try {
      this.came(await call("POST", "/lab/simulations/saved", { file: await packed(await file.text()) }));
      this.wager = "";
      this.watch();
    } catch (error) {
      this.room.say(error.sentence || "This is no saved run. Choose another file.");
    }
  }

  came(run) {
    this.run = run;
    this.name = run.id;
    setPref("simulation", run.id);
    if (this.room.view === "simulate") history.replaceState({}, "", this.room.address({ run: run.id }));
    this.draw();
  }

  /** Ask again and again how far the run is; while the line is lost, less often. */
  async watch() {
    clearTimeout(this.timer);
    const { name } = this;
    let wait = EVERY;
    try {
      const run = await call("GET", `/lab/simulations/${encodeURIComponent(name)}`);
      if (name !== this.name) return;
      this.lost = false;
      this.came(run);
      if (!UNDER_WAY.has(run.status)) {
        this.tellLimits();
        return;
      }
    } catch (error) {
      if (name !== this.name) return;
      if (error.status === 404) {
        this.name = "";
        setPref("simulation", "");
        return;
      }
      this.lost = true;
      wait = LATER;
      this.draw();
    }
    this.timer = setTimeout(() => this.watch(), wait);
  }

  async act(what) {
    const path = `/lab/simulations/${encodeURIComponent(this.name)}`;
    const doings = {
      stop: async () => this.came(await call("POST", `${path}/stop`)),
      resume: async () => {
        const more = Number(this.root.querySelector("[name=more]").value.replace(/[,\s]/g, ""));
        this.came(await call("POST", `${path}/resume`, { rounds: this.run.rounds + more }));
        this.watch();
      },
      fresh: () => {
        this.leave();
        this.run = null;
        setPref("simulation", "");
        history.replaceState({}, "", this.room.address());
        this.draw();
      },
    };
    this.room.say();
    try {
      await doings[what]();
    } catch (error) {
      this.room.say(error.sentence);
    }
  }

  choose(wager) {
    this.wager = wager;
    this.draw();
  }

  draw() {
    const { run, root } = this;
    if (this.room.view !== "simulate") return;
    const part = (name) => root.querySelector(`[data-part="${name}"]`);
    const isDealing = run && UNDER_WAY.has(run.status);
    root.querySelector("form").hidden = Boolean(run);
    fill(part("run"), run ? markup.progress(run, { isDealing, lost: this.lost }) : "");
    this.room.command(run ? run.command : "");
    const shown = run?.wagers?.length ? run : null;
    const chosen = shown?.wagers.find(({ wager }) => wager === this.wager) || shown?.wagers[0];
    const wide = (name) => Math.max(260, part(name).parentNode.clientWidth - 38);
    keepTwins(root, () => {
      fill(part("curve"), shown ? markup.curve(shown, chosen, wide("curve")) : markup.empty(run));
      fill(part("sessions"), ends(shown, wide("sessions")) || markup.noSessions(run));
      fill(part("agrees"), agreement(shown, chosen));
      fill(part("wagers"), shown ? markup.wagers(shown, chosen) : "");
      fill(part("words"), shown?.sessions ? markup.words(shown.sessions) : "");
    });
  }

  data() {
    return { ...this.run };
  }
  rows() {
    const rows = [["wager", "rounds", "house_edge", "standard_error", "exact"]];
    for (const each of this.run.wagers) {
      for (const [rounds, edge, error] of this.run.series[each.wager])
        rows.push([each.wager, rounds, edge, error, each.exact?.house_edge ?? ""]);
    }
    for (const { least, below, house_edge: edge, error, exact_edge: exact } of this.run.by_count || [])
      rows.push([`true count ${least ?? ""} to below ${below ?? ""}`, "", edge, error, exact]);
    for (const [from, count] of this.run.sessions?.bars || []) rows.push(["session ends from", from, count, "", ""]);
    return rows;
  }
}
