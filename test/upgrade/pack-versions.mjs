import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, stateFolder } from '../../scripts/prepare/paths.mjs';
import { runStep } from './run-step.mjs';

/** Packs the present version into a folder. */
export async function packPresent(folder) {
  await runStep(process.execPath, [join(root, 'scripts/pack.mjs'), folder], { cwd: root });
  return folder;
}

/** Packs a release from its commit. A packed release is kept for the next run, because it never changes. */
export async function packRelease({ commit }, workFolder) {
  const kept = join(stateFolder, 'packed-releases', commit);
  if (existsSync(kept)) return kept;
  const checkout = join(workFolder, `checkout-${commit}`);
  mkdirSync(checkout);
  await runStep('git', ['archive', '--output', `${checkout}.tar`, commit], { cwd: root });
  await runStep('tar', ['-xf', `${checkout}.tar`, '-C', checkout], { cwd: workFolder });
  const packed = `${checkout}-packed`;
  await runStep(process.execPath, ['scripts/pack.mjs', packed], { cwd: checkout });
  rmSync(checkout, { recursive: true, force: true });
  // The rename makes it complete or absent. The temporary folder may be on another disk, so it is copied first.
  const unfinished = `${kept}.${process.pid}`;
  cpSync(packed, unfinished, { recursive: true });
  renameSync(unfinished, kept);
  return kept;
}
