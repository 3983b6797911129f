import { isMainThread } from 'node:worker_threads';

// On Node.js 20 oidc-provider prints "Unsupported runtime" when it is imported, so every command and every test worker would
// print it, though it is about running a server. Its import is wrapped in these two: see `oidc-provider.ts`.
const { warn } = console;
let held: unknown[] | undefined;

console.warn = (...line: unknown[]) => {
  if (String(line[0]).includes('oidc-provider WARNING: Unsupported runtime')) held = line;
  else warn.apply(console, line);
};

/** Gives the console back once oidc-provider is loaded. */
export function releaseWarnings(): void {
  console.warn = warn;
}

/** Prints the warning about the runtime that oidc-provider gave, if it did: at the first start of a server in a process. */
export function printRuntimeWarning(): void {
  // Worker threads run tests, or parts of a process that has printed it already.
  if (held && isMainThread) warn.apply(console, held);
  held = undefined;
}
