/*
 * What commands are written with, apart from the rest of this package: a command imports it before it runs, so it must stay
 * small.
 */
import type { Actor } from '../events/events.js';

export { databaseOption, issuerOption, sharedOptions } from './command-options.js';
export { confirm, confirmOption } from './confirm.js';
export { type FactValue, facts } from './facts.js';
export { pageLines, pageOptions, readPage } from './page-options.js';
export { oneOf, textOf, wholeNumber } from './read-option.js';
export { printable, table } from './table.js';

/** Exit codes. `failed`: the command failed or was used incorrectly. `problemFound`: a check found a problem. */
export const exitCodes = { done: 0, failed: 1, problemFound: 2 } as const;

/** The actor of a command's changes in the audit trail. */
export const commandActor: Actor = { kind: 'system', id: 'cli' };
