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

/** Lists the clients without their secrets. */
export const clientsListCommand: IdentityCommand = {
  usage: 'clients list [options]',
  summary: 'Lists the clients',
  options: {
    search: { type: 'string', value: 'text', help: 'Only those whose id or name contains the text' },
    tenant: { type: 'string', value: 'slug', help: 'Only those of this tenant' },
    ...pageOptions,
    ...databaseOption,
  },
  async run(invocation) {
    const { values } = invocation;
    const query = { ...readPage(values), search: textOf(values, 'search'), tenant: textOf(values, 'tenant') };
    const { listClients } = await import('../list-clients.js');
    const { clients, pagination } = await invocation.withDatabase(({ db }) => listClients(db, query));
    const rows = clients.map(({ id, type, name, tenant, application, secrets }) => [
      id,
      type,
      name,
      tenant ?? '',
      application ?? '',
      secretsOf(secrets),
    ]);
    const headings = ['CLIENT', 'TYPE', 'NAME', 'TENANT', 'APPLICATION', 'SECRETS'];
    const lines = rows.length === 0 ? ['No clients found.'] : table(headings, rows);
    invocation.result({ clients, pagination }, [...lines, ...pageLines(pagination)]);
    return exitCodes.done;
  },
};

function secretsOf(secrets: readonly { expiresAt: Date | null }[]): string {
  const ends = secrets.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.toISOString()] : []));
  return [String(secrets.length), ...ends.map((end) => `until ${end}`)].join(', ');
}
