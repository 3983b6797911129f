import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stateFolder } from './paths.mjs';

const path = join(stateFolder, 'lock');
const refreshEvery = 5_000;
/** The number of a process that ended can be given to another one; a lock that is not refreshed belongs to nobody. */
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
    // An installation from scratch may have removed the folder; it is created again with the next stamp.
  }
}

function removeIfForgotten() {
  try {
    const pid = readFileSync(path, 'utf8');
    const isFresh = Date.now() - statSync(path).mtimeMs < forgottenAfter;
    // Without a number the file has just been created.
    if (isFresh && (pid === '' || isRunning(Number(pid)))) return;
    // Renamed first, because of all who find it forgotten only one can do that.
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
