import { isMainThread } from 'node:worker_threads';

// On Node.js 20 oidc-provider prints "Unsupported runtime" when it is imported. Every command and test worker would print
// it, although it concerns only servers. `oidc-provider.ts` therefore imports this file before oidc-provider.
const { warn } = console;
let held: unknown[] | undefined;

console.warn = (...line: unknown[]) => {
  if (String(line[0]).includes('oidc-provider WARNING: Unsupported runtime')) held = line;
  else warn.apply(console, line);
};

/** Restores `console.warn` after oidc-provider is loaded. */
export function releaseWarnings(): void {
  console.warn = warn;
}

/** Prints oidc-provider's warning about the runtime, if there was one. Called when a server starts; prints it once. */
export function printRuntimeWarning(): void {
  // Worker threads run tests, or belong to a process that has already printed the warning.
  if (held && isMainThread) warn.apply(console, held);
  held = undefined;
}
