/* The lobby's line: all tables at first, then each that changes. It comes back by itself. */
const SOONEST = 500,
  LATEST = 8000;

export class Feed {
  /** `told` gets the tables as they are now, in the house's order; `lost` is called when the line breaks. */
  constructor({ told, lost }) {
    Object.assign(this, { told, lost, tables: new Map(), tries: 0 });
    this.connect();
  }

  connect() {
    const socket = (this.socket = new WebSocket(
      `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws/lobby`,
    ));
    let isFirst = true;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== "tables") return;
      if (isFirst) {
        this.tables.clear();
        this.tries = 0;
        isFirst = false;
      }
      for (const table of message.tables) this.tables.set(table.id, table);
      for (const id of message.gone) this.tables.delete(id);
      this.told([...this.tables.values()]);
    };
    socket.onclose = () => {
      if (this.isClosed) return;
      this.lost();
      this.again = setTimeout(() => this.connect(), Math.min(LATEST, SOONEST * 2 ** this.tries++));
    };
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.again);
    this.socket.close();
  }
}
