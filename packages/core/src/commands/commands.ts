/*
 * What commands are written with, apart from the rest of this package: a command imports it before it runs, so it imports
 * nothing itself.
 */
export { commandActor } from './command-actor.js';
export { databaseOption, issuerOption, sharedOptions } from './command-options.js';
export { confirm, confirmOption } from './confirm.js';
export { exitCodes } from './exit-codes.js';
export { type FactValue, facts } from './facts.js';
export { oneOf } from './one-of.js';
export { pageLines, pageOptions, readPage } from './page-options.js';
export { printable, table } from './table.js';
export { textOf } from './text-of.js';
export { wholeNumber } from './whole-number.js';
