import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Starts a program in the background. Its output goes to a file. */
export function start(command, args, { log, env }) {
  const output = openSync(log, 'a');
  const child = spawn(command, args, { stdio: ['ignore', output, output], env: env ?? process.env });
  const ended = once(child, 'exit');
  ended.catch(() => undefined);
  return { child, log, ended };
}

/** Starts a program as the user `postgres` in a network namespace. No shell stays in between: the pid is the program's. */
export function startIn(space, command, args, options) {
  const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
  return start('ip', ['netns', 'exec', space, ...user, command, ...args], options);
}

/** Sends a signal. Returns false if the process has already ended. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Returns a process and all its descendants, parents first. */
export async function familyOf(pid) {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(familyOf))).flat()];
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Repeats a check until it returns a result. Fails after the given time. */
export async function waitFor(what, check, milliseconds = 90_000) {
  const until = performance.now() + milliseconds;
  for (;;) {
    const result = await check();
    if (result) return result;
    if (performance.now() > until) throw new Error(`Waited ${milliseconds / 1000} s for ${what}, in vain.`);
    await pause(200);
  }
}
