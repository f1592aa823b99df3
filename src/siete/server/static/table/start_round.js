/* "Deal": the wagers go out, then I am ready. */
import { api } from "../api.js";

const DRILLED = 200;

/** Put the wagers down as they are wanted, or as they were in the last round, and say that I am ready. */
export async function startRound({ table, felt, model, slip, rail, trainer, playback, commands }) {
  playback.release();
  if (!playback.isIdle) await playback.caughtUp();
  if (slip.isEmpty()) slip.rebet();
  if (slip.isEmpty()) putLeast({ felt, slip, rail });
  if (!(await slip.sync())) return refuseLack(slip.lack(), commands);
  if (trainer.isDrilling && model.isBetting()) await stackDrill(table, trainer, commands);
  if (!model.isBetting()) return undefined;
  return commands.try({ command: "Ready" }, model.point("Ready", "WithdrawWager", "PlaceWager"));
}

const putLeast = ({ felt, slip, rail }) => {
  const area = rail.aim();
  if (area) slip.put(area.box, "base", Math.max(felt.table_min, rail.value));
};

const refuseLack = (lack, commands) => {
  if (lack) commands.refuse({ sentence: lack, clause: "" });
};

const stackDrill = (table, trainer, commands) =>
  api.drill(table, trainer.missed().slice(0, DRILLED)).catch((error) => commands.refuse(error));
