import { withDatabase } from '../database/open-command-database.js';
import { type Command, databaseOption, exitCodes } from '../line/command.js';
import { pageLines, pageOptions, readPage } from '../line/page-options.js';
import { table } from '../line/table.js';
import { textOf } from '../line/text-of.js';

/** Lists all tenants, or those whose slug or name contains a text. */
export const tenantsListCommand: Command = {
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
    const { listAllTenants } = await import('@org/identity-tenants');
    const { tenants, pagination } = await withDatabase(invocation, ({ db }) => listAllTenants(db, query));
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
