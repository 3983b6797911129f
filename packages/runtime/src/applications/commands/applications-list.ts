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

/** Lists the applications with their license types and clients. */
export const applicationsListCommand: IdentityCommand = {
  usage: 'applications list [options]',
  summary: 'Lists the applications with their license types and clients',
  options: {
    search: { type: 'string', value: 'text', help: 'Only those whose name contains the text' },
    ...pageOptions,
    ...databaseOption,
  },
  async run(invocation) {
    const { values } = invocation;
    const query = { ...readPage(values), search: textOf(values, 'search') };
    const { listApplications } = await import('../list-applications.js');
    const { applications, pagination } = await invocation.withDatabase(({ db }) => listApplications(db, query));
    const rows = applications.map(({ id, name, licenseTypes, clients }) => [
      name,
      licenseTypes.map(({ slug }) => slug).join(', '),
      clients.join(', '),
      id,
    ]);
    const headings = ['NAME', 'LICENSE TYPES', 'CLIENTS', 'ID'];
    const lines = rows.length === 0 ? ['No applications found.'] : table(headings, rows);
    invocation.result({ applications, pagination }, [...lines, ...pageLines(pagination)]);
    return exitCodes.done;
  },
};
