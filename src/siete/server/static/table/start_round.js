/* "Deal": what lies on the layout is played for, or what lay there in the last round; never anything else. */
import { api } from "../api.js";

const DRILLED = 200;

/** Put the wagers down as they are wanted, or again as their ghosts lie there, and say that I am ready. */
export async function startRound({ table, model, slip, trainer, playback, commands }) {
  if (!playback.isIdle) await playback.caughtUp();
  if (slip.mayRepeat()) slip.rebet();
  if (slip.isEmpty()) return undefined;
  if (!(await slip.sync())) return refuseLack(slip.lack(), commands);
  if (trainer.isDrilling && model.isBetting()) await stackDrill(table, trainer, commands);
  if (!model.isBetting()) return undefined;
  return commands.try({ command: "Ready" }, model.point("Ready", "WithdrawWager", "PlaceWager"));
}

const refuseLack = (lack, commands) => {
  if (lack) commands.refuse({ sentence: lack, clause: "" });
};

const stackDrill = (table, trainer, commands) =>
  api.drill(table, trainer.missed().slice(0, DRILLED)).catch((error) => commands.refuse(error));
