import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, stateFolder } from './paths.mjs';

/** A step that failed for a reason the user can read. */
export class StepFailed extends Error {}

/** Hashes the content of files, whose paths are relative to the root, together with other facts a step depends on. */
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

/** Reads what a step left behind when it last succeeded. */
export function stampOf(step) {
  try {
    return readFileSync(join(stateFolder, step.name), 'utf8');
  } catch {
    return '';
  }
}

/** Runs a step unless its inputs are what they were when it last succeeded and its outputs are still there. */
export async function runStep(step, { quiet }) {
  const inputs = step.inputs();
  if (inputs === undefined || (stampOf(step) === inputs && step.outputsExist())) return;
  const startedAt = performance.now();
  if (!quiet) process.stdout.write(`${step.announcement} … `);
  try {
    // Gone until it succeeds: a step that was interrupted runs again.
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
