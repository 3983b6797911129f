import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, stateFolder } from './paths.mjs';

/** A step that failed, with a message for the user. */
export class StepFailed extends Error {}

/** Hashes the content of files, whose paths are relative to the root, together with other inputs of a step. */
export function hashOf(files, ...facts) {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const file of [...files].sort()) {
    const content = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex');
    hash.update(`\n${file} ${content}`);
  }
  return hash.digest('hex');
}

/** Reads the record of a step's last success. */
export function stampOf(step) {
  try {
    return readFileSync(join(stateFolder, step.name), 'utf8');
  } catch {
    return '';
  }
}

/** Runs a step unless its inputs have not changed since it last succeeded and its outputs still exist. */
export async function runStep(step, { quiet }) {
  const inputs = step.inputs();
  if (inputs === undefined || (stampOf(step) === inputs && step.outputsExist())) return;
  const startedAt = performance.now();
  if (!quiet) process.stdout.write(`${step.announcement} … `);
  try {
    // Deleted until the step succeeds, so that an interrupted step runs again.
    rmSync(join(stateFolder, step.name), { force: true });
    await step.run();
  } catch (error) {
    if (!quiet) process.stdout.write('failed\n');
    throw error;
  }
  mkdirSync(stateFolder, { recursive: true });
  writeFileSync(join(stateFolder, step.name), inputs);
  if (!quiet) process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
