import { build } from './prepare/build.mjs';
import { generate } from './prepare/generate.mjs';
import { install } from './prepare/install.mjs';
import { withLock } from './prepare/lock.mjs';
import { requireNode } from './prepare/require-node.mjs';
import { endCommandsOnSignal } from './prepare/run-command.mjs';
import { runStep, StepFailed } from './prepare/step.mjs';

/** Installs, generates and builds what is not up to date. On failure, prints the reason and ends the process. */
export async function prepare({ quiet = false } = {}) {
  requireNode();
  const removeSignalHandlers = endCommandsOnSignal();
  try {
    await withLock(async () => {
      for (const step of [install, generate, build]) await runStep(step, { quiet });
    });
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    process.exit(1);
  } finally {
    removeSignalHandlers();
  }
}
