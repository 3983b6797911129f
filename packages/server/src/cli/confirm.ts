import type { Command, Invocation } from './command.js';
import { printable } from './table.js';

/** The option of every command that deletes something. */
export const confirmOption = {
  yes: { type: 'boolean', help: 'Do not ask; needed in scripts and with --json' },
} as const satisfies Command['options'];

/** Asks before something is deleted. Where nobody can be asked, --yes is needed. */
export async function confirm({ values, ask }: Invocation, question: string): Promise<void> {
  if (values['yes'] === true) return;
  const answer = await ask(`${printable(question)} [yes/no]`);
  if (answer === undefined) throw new Error('Nothing was deleted: give --yes where nobody can be asked.');
  if (answer.toLowerCase() !== 'yes') throw new Error('Nothing was deleted.');
}
