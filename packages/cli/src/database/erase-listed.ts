import { readFile } from 'node:fs/promises';
import { commandActor } from '@org/identity-core/commands';
import type { Database, EventBus } from '@org/identity-prisma';
import type { Command, Invocation } from '../line/command.js';

/** The option that names the accounts to erase again. */
export const erasedOption = {
  erased: {
    type: 'string',
    value: 'file',
    help: 'Close these accounts again, one user id per line; servers erase them within the hour',
  },
} as const satisfies Command['options'];

/** Reads the user ids of `--erased`. Throws if a line is not one, before anything is changed. */
export async function readErased({ values }: Pick<Invocation, 'values'>): Promise<string[]> {
  const file = values['erased'];
  if (typeof file !== 'string') return [];
  const { isUuid } = await import('@org/identity-core');
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/u).map((line) => line.trim());
  const ids = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) throw new Error(`--erased: "${wrong.slice(0, 80)}" is not a user id`);
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** Closes the accounts again, each in its own transaction. Says what became of each. */
export async function eraseListed(
  { program }: Pick<Invocation, 'program'>,
  services: { db: Database; events: EventBus },
  userIds: readonly string[],
) {
  if (userIds.length === 0) return undefined;
  const { eraseAgain } = await program.accounts();
  const outcome = await eraseAgain(services, { userIds, actor: commandActor });
  const { closed, unknown, refused } = outcome;
  return {
    ...outcome,
    lines: [
      `${closed.length} account(s) were closed again and will be erased; ${unknown.length} id(s) are of no open account.`,
      ...refused.map(({ userId, reason }) => `${userId} could not be closed: ${reason}`),
    ],
  };
}
