import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/prepare/paths.mjs';
import { runStep } from '../test/upgrade/run-step.mjs';

/** Builds a commit in a folder of its own, which is kept for the next run. Returns the folder. */
export async function checkOut(commit) {
  const id = await runStep('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: root });
  // Not below node_modules, where the compiler treats sources as those of a package.
  const kept = join(tmpdir(), 'identity-server-versions', id);
  if (existsSync(kept)) return kept;
  const unfinished = `${kept}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await runStep('git', ['archive', '--output', join(unfinished, 'sources.tar'), id], { cwd: root });
    await runStep('tar', ['-xf', 'sources.tar'], { cwd: unfinished });
    rmSync(join(unfinished, 'sources.tar'));
    await runStep(process.execPath, ['scripts/build.mjs'], { cwd: unfinished });
    renameSync(unfinished, kept);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return kept;
}
