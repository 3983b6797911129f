import {
  databaseOption,
  exitCodes,
  pageLines,
  pageOptions,
  readPage,
  table,
  textOf,
} from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Lists the APIs of others with their scopes and clients. */
export const apisListCommand: IdentityCommand = {
  usage: 'apis list [options]',
  summary: 'Lists the APIs that clients can get tokens for',
  options: {
    search: { type: 'string', value: 'text', help: 'Only those whose name or identifier contains the text' },
    ...pageOptions,
    ...databaseOption,
  },
  async run(invocation) {
    const { values } = invocation;
    const query = { ...readPage(values), search: textOf(values, 'search') };
    const { listApis } = await import('../list-apis.js');
    const { apis, pagination } = await invocation.withDatabase(({ db }) => listApis(db, query));
    const rows = apis.map(({ identifier, name, open, scopes, clients }) => [
      identifier,
      name,
      scopes.map((scope) => scope.name).join(', '),
      clients.map(({ clientId }) => clientId).join(', '),
      open ? 'yes' : 'no',
    ]);
    const headings = ['IDENTIFIER', 'NAME', 'SCOPES', 'CLIENTS', 'OPEN'];
    const lines = rows.length === 0 ? ['No APIs found.'] : table(headings, rows);
    invocation.result({ apis, pagination }, [...lines, ...pageLines(pagination)]);
    return exitCodes.done;
  },
};
