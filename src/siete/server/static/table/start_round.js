/* "Deal": what lies on the layout is played for, or what lay there in the last round; never anything else. */
/** Put the wagers down as they are wanted, or again as their ghosts lie there, and say that I am ready. */
export async function startRound({ model, slip, trainer, playback, commands }) {
  if (!playback.isIdle) await playback.caughtUp();
  if (slip.mayRepeat()) slip.rebet();
  if (slip.isEmpty()) return undefined;
  if (!(await slip.sync())) return refuseLack(slip.lack(), commands);
  if (model.isBetting())
    await trainer.stack((command) => commands.send(command)).catch((error) => commands.refuse(error));
  if (!model.isBetting()) return undefined;
  return commands.try({ command: "Ready" }, model.point("Ready", "WithdrawWager", "PlaceWager"));
}

const refuseLack = (lack, commands) => {
  if (lack) commands.refuse({ sentence: lack, clause: "" });
};
