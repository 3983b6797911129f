import { build, buildServer } from './prepare/build.mjs';
import { generate, generateExample } from './prepare/generate.mjs';
import { install } from './prepare/install.mjs';
import { withLock } from './prepare/lock.mjs';
import { requireNode } from './prepare/require-node.mjs';
import { endCommandsOnSignal } from './prepare/run-command.mjs';
import { runStep, StepFailed } from './prepare/step.mjs';

const steps = {
  /** Every package, with its tests. */
  everything: [install, generate, generateExample, build],
  /** What the example server runs. */
  server: [install, generate, buildServer],
};

/** Installs, generates and builds what is not up to date. On failure, prints the reason and ends the process. */
export async function prepare({ quiet = false, what = 'everything' } = {}) {
  requireNode();
  const removeSignalHandlers = endCommandsOnSignal();
  try {
    await withLock(async () => {
      for (const step of steps[what]) await runStep(step, { quiet });
    });
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    process.exit(1);
  } finally {
    removeSignalHandlers();
  }
}
