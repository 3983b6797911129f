import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stateFolder } from './paths.mjs';

const path = join(stateFolder, 'lock');
const refreshEvery = 5_000;
/** The id of an ended process can be reused; a lock that is not refreshed is treated as abandoned. */
const forgottenAfter = 60_000;

/** Runs the action while no other process prepares this repository. */
export async function withLock(action) {
  while (!tryToTake()) {
    removeIfForgotten();
    await delay(100);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  const refreshing = setInterval(refresh, refreshEvery);
  try {
    return await action();
  } finally {
    clearInterval(refreshing);
    process.off('exit', release);
    release();
  }
}

function tryToTake() {
  mkdirSync(stateFolder, { recursive: true });
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function refresh() {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // An installation from scratch may have removed the folder; the next refresh creates it again.
  }
}

function removeIfForgotten() {
  try {
    const pid = readFileSync(path, 'utf8');
    const isFresh = Date.now() - statSync(path).mtimeMs < forgottenAfter;
    // A file without a process id has just been created.
    if (isFresh && (pid === '' || isRunning(Number(pid)))) return;
    // Renamed first: of all processes that find the abandoned lock, only one can rename it.
    const aside = `${path}.${process.pid}`;
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
