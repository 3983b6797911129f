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

/** Lists all tenants, or those whose slug or name contains a text. */
export const tenantsListCommand: IdentityCommand = {
  usage: 'tenants list [options]',
  summary: 'Lists the tenants by slug',
  options: {
    search: { type: 'string', value: 'text', help: 'Only those whose slug or name contains the text' },
    ...pageOptions,
    ...databaseOption,
  },
  async run(invocation) {
    const { values } = invocation;
    const query = { ...readPage(values), search: textOf(values, 'search') };
    const { listAllTenants } = await import('../tenant/list-all-tenants.js');
    const { tenants, pagination } = await invocation.withDatabase(({ db }) => listAllTenants(db, query));
    const rows = tenants.map(({ id, slug, name, memberCount, mfaPolicy }) => [
      slug,
      name,
      String(memberCount),
      mfaPolicy,
      id,
    ]);
    const headings = ['SLUG', 'NAME', 'MEMBERS', 'SECOND FACTOR', 'ID'];
    const lines = rows.length === 0 ? ['No tenants found.'] : table(headings, rows);
    invocation.result({ tenants, pagination }, [...lines, ...pageLines(pagination)]);
    return exitCodes.done;
  },
};
