/*
 * What commands are written with, apart from the rest of this package: a command imports it before it runs, so it must stay
 * small.
 */
import type { Actor } from '../events/events.js';

export { confirmOption, databaseOption, issuerOption, pageOptions, sharedOptions } from './command-options.js';
export { type FactValue, facts, pageLines, printable, table } from './lines.js';
export { confirm, oneOf, readPage, textOf, wholeNumber } from './read-options.js';

/** Exit codes. `failed`: the command failed or was used incorrectly. `problemFound`: a check found a problem. */
export const exitCodes = { done: 0, failed: 1, problemFound: 2 } as const;

/** The actor of a command's changes in the audit trail. */
export const commandActor: Actor = { kind: 'system', id: 'cli' };
