import type { Command, Invocation } from '../declarations/command.js';
import { printable } from './table.js';

/** The option of every command that deletes or blocks something. */
export const confirmOption = {
  yes: { type: 'boolean', help: 'Do not ask; required in scripts and with --json' },
} as const satisfies Command['options'];

/** Asks before a deletion, or before something else is `done`. Without a terminal, --yes is required. */
export async function confirm({ values, ask }: Invocation, question: string, done = 'deleted'): Promise<void> {
  if (values['yes'] === true) return;
  const answer = await ask(`${printable(question)} [yes/no]`);
  if (answer === undefined) throw new Error(`Nothing was ${done}: give --yes if there is no terminal.`);
  if (answer.toLowerCase() !== 'yes') throw new Error(`Nothing was ${done}.`);
}
