import {
  databaseOption,
  exitCodes,
  oneOf,
  pageLines,
  pageOptions,
  readPage,
  table,
  textOf,
} from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Lists all users, or those whose email or name contains a text. */
export const usersListCommand: IdentityCommand = {
  usage: 'users list [options]',
  summary: 'Lists the users, oldest first',
  options: {
    search: { type: 'string', value: 'text', help: 'Only those with a word of the name or email that begins so' },
    status: { type: 'string', value: 'status', help: 'Only ACTIVE, DISABLED or DELETED ones' },
    ...pageOptions,
    ...databaseOption,
  },
  async run(invocation) {
    const { values } = invocation;
    const query = {
      ...readPage(values),
      search: textOf(values, 'search'),
      status: oneOf(values, 'status', ['ACTIVE', 'DISABLED', 'DELETED'] as const),
    };
    const { listUsers } = await import('../administration/list-users.js');
    const { users, pagination } = await invocation.withDatabase(({ db }) => listUsers(db, query));
    const rows = users.map(({ id, email, displayName, status, superAdmin }) => [
      id,
      email,
      displayName ?? '',
      status,
      superAdmin ? 'yes' : '',
    ]);
    const headings = ['ID', 'EMAIL', 'NAME', 'STATUS', 'SUPER ADMIN'];
    const lines = rows.length === 0 ? ['No users found.'] : table(headings, rows);
    invocation.result({ users, pagination }, [...lines, ...pageLines(pagination)]);
    return exitCodes.done;
  },
};
