import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './paths.mjs';

const running = new Set();
const isWindows = process.platform === 'win32';

/** Runs a command at the root and returns its exit code and everything it printed. */
export function runCommand(file, args, { env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group, so that a command ends together with the processes it started.
      detached: !isWindows,
      shell: isWindows && file.endsWith('.cmd'),
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    running.add(child);
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks).toString().trim() });
    });
  });
}

/** Ends running commands and then the process on a signal; returns a function that removes the handlers. */
export function endCommandsOnSignal() {
  const end = async (signal) => {
    await Promise.all([...running].map(endGroup));
    process.exit(128 + constants.signals[signal]);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

function endGroup(child) {
  return new Promise((resolve) => {
    child.once('close', resolve);
    signalGroup(child, 'SIGTERM');
    setTimeout(() => {
      signalGroup(child, 'SIGKILL');
      resolve();
    }, 3000).unref();
  });
}

function signalGroup(child, signal) {
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself in the meantime.
  }
}
