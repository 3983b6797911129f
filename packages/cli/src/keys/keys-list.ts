import { databaseOption, exitCodes, table } from '@org/identity-core/commands';
import type { Command } from '../line/command.js';

/** Lists the signing keys with their state. */
export const keysListCommand: Command = {
  usage: 'keys list [options]',
  summary: 'Lists the keys that sign tokens',
  details: `next      published, signs from the time shown
active    signs
retiring  published until the last token that it signed has expired
former    no longer published; only verifies old logout hints`,
  options: databaseOption,
  async run(invocation) {
    const { listKeys } = await import('@org/identity-runtime/keys/list-keys');
    const keys = await invocation.withDatabase(({ db }) => listKeys(db));
    const rows = keys.map(({ kid, algorithm, state, activeFrom, publishedUntil }) => [
      kid,
      algorithm,
      state,
      activeFrom.toISOString(),
      publishedUntil?.toISOString() ?? '',
    ]);
    const none = 'There is no key yet. The first start of a server creates one.';
    invocation.result(
      { keys },
      rows.length === 0 ? [none] : table(['KEY', 'ALGORITHM', 'STATE', 'SIGNS FROM', 'PUBLISHED UNTIL'], rows),
    );
    return exitCodes.done;
  },
};
