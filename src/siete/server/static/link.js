/* The live link to one table: a WebSocket that comes back by itself and never sends a command twice under two names. */
import { Refusal } from "./api.js";

const PING_EVERY = 5000,
  SILENT_FOR = 12000,
  SOONEST = 300,
  LATEST = 5000;

export class Link extends EventTarget {
  /** `message` events carry what the table says; `state` events tell live, lost or gone. */
  constructor(table) {
    super();
    Object.assign(this, { table, version: 0, state: "joining", delay: 0, tries: 0, waiting: new Map() });
    this.connect();
    this.timer = setInterval(() => this.beat(), PING_EVERY);
    this.back = () => {
      if (this.state === "lost") this.connect();
    };
    addEventListener("online", this.back);
  }

  /** Begin anew, as somebody else: nothing heard so far counts. */
  restart() {
    this.version = 0;
    this.connect();
  }

  connect() {
    clearTimeout(this.again);
    this.socket?.close();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const after = this.version ? `?after=${this.version}` : "";
    const socket = (this.socket = new WebSocket(
      `${scheme}//${location.host}/ws/tables/${encodeURIComponent(this.table)}${after}`,
    ));
    socket.onopen = () => {
      this.heard = Date.now();
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (socket === this.socket) this.lost(code);
    };
  }

  hear(message) {
    this.heard = Date.now();
    if (message.type === "pong") {
      this.delay = Date.now() - this.pinged;
      this.tell("state");
      return;
    }
    if (message.type === "answer" || message.type === "refused") return this.settle(message);
    if (message.type === "snapshot") {
      this.tries = 0;
      this.set("live");
      this.version = message.version;
      this.resend();
      this.beat();
    }
    if (message.type === "events") this.version = Math.max(this.version, message.to);
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  settle(message) {
    const found = this.waiting.get(message.id);
    if (!found) return;
    this.waiting.delete(message.id);
    if (message.type === "answer") found.done(message);
    else found.failed(new Refusal(message));
  }

  /** Send a command; resolves when it is durable, throws the refusal otherwise. */
  send(command, point) {
    const id =
      crypto.randomUUID?.() ??
      Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
    const message = { type: "command", id, command, ...(point === undefined ? {} : { point }) };
    return new Promise((done, failed) => {
      this.waiting.set(id, { message, done, failed });
      if (this.state === "live" && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }

  /** After a lost link: what was not answered goes out again under the same name, so that it happens once. */
  resend() {
    for (const { message } of this.waiting.values()) this.socket.send(JSON.stringify(message));
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENT_FOR) {
      this.socket.close();
      this.lost(0);
      return;
    }
    this.pinged = Date.now();
    this.socket.send(`{"type":"ping"}`);
  }

  lost(code) {
    if (this.isClosed) return;
    this.socket.onclose = this.socket.onmessage = null;
    this.set(code === 4401 ? "ended" : "lost");
    if (this.state === "ended") return;
    this.again = setTimeout(() => this.connect(), Math.min(LATEST, SOONEST * 2 ** this.tries++));
  }

  set(state) {
    if (this.state !== state) {
      this.state = state;
      this.tell("state");
    }
  }
  tell(name) {
    this.dispatchEvent(new CustomEvent(name));
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
    clearTimeout(this.again);
    removeEventListener("online", this.back);
    this.socket?.close();
  }
}
