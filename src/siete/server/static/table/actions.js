/* What the buttons and keys of a table do, by name. */
import { api } from "../api.js";
import { prefs, setPref } from "../prefs.js";
import { keysSheet, payoutsSheet } from "../sheets.js";
import { chartSheet } from "../coach/chart.js";
import { logSheet, shareSheet, tableMenu } from "./menus.js";
import { startRound } from "./start_round.js";

const EXAMINED = { sentence: "An exam is without help. End it first.", clause: "" };

/** Every action of a table by the name on its button; `again` takes the number of a mistake. */
export function makeActions(parts) {
  const { about, felt, model, slip, rail, trainer, playback, seating, commands, log, toasts, side } = parts;
  const table = about.id;
  const unexamined = (act) => (trainer.isExam ? commands.refuse(EXAMINED) : act());
  const chart = () =>
    chartSheet({ table, wager: trainer.wager || slip.sums().get("base") || 0, cell: () => trainer.cell });
  const actions = {
    ready: () => startRound({ model, slip, trainer, playback, commands }),
    more: () => rail.push(1),
    less: () => rail.push(-1),
    rebet: () => slip.rebet(),
    twice: () => slip.twice(),
    clear: () => slip.clear(),
    payouts: () => payoutsSheet(felt),
    keys: () => keysSheet(felt),
    menu: () => tableMenu({ about, felt, model, actions }),
    log: () => logSheet(log.entries),
    copy: () => copyLink({ table, toasts, commands }),
    ledger: () => side.ledger(),
    history: () => side.history(),
    bench: () => side.workbench(),
    share: () => shareSheet({ felt, model, commands }),
    leave: () => seating.leave(),
    queue: () => seating.joinQueue(),
    unqueue: () => seating.leaveQueue(),
    buy: () => seating.buyMore(),
    bring: () => seating.bringChips(),
    cage: () => askCage({ toasts, commands }),
    sound: () => setPref("sound", !prefs.sound),
    peek: () => unexamined(() => trainer.toggle()),
    shoe: () => trainer.swapShoe(),
    drill: () => trainer.drill(),
    exam: () => trainer.examine(),
    again: (index) => trainer.again(index),
    chart: () => unexamined(chart),
    back: () => unexamined(() => takeBack({ trainer, commands })),
  };
  return actions;
}

const takeBack = ({ trainer, commands }) => {
  trainer.forget();
  return commands.try({ command: "TakeBack" });
};

const copyLink = ({ table, toasts, commands }) =>
  navigator.clipboard?.writeText(`${location.origin}/t/${table}`).then(
    () => toasts.show({ text: "The link is copied." }),
    () => commands.refuse({ sentence: "The browser did not let the link be copied.", clause: "" }),
  );

const askCage = ({ toasts, commands }) =>
  api.cage().then(
    () => toasts.show({ text: "The cage has given you new chips." }),
    (error) => commands.refuse(error),
  );
