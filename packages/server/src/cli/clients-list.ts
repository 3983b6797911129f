import { type Command, databaseOption, exitCodes } from './command.js';
import { withDatabase } from './open-command-database.js';
import { table } from './table.js';

/** Lists the clients, never their secrets. */
export const clientsListCommand: Command = {
  usage: 'clients list [options]',
  summary: 'Lists the clients',
  options: databaseOption,
  async run(invocation) {
    const { listClients } = await import('../clients/list-clients.js');
    const clients = await withDatabase(invocation, ({ db }) => listClients(db));
    const rows = clients.map(({ id, type, name, tenant, application, secrets }) => [
      id,
      type,
      name,
      tenant ?? '',
      application ?? '',
      secretsOf(secrets),
    ]);
    const headings = ['CLIENT', 'TYPE', 'NAME', 'TENANT', 'APPLICATION', 'SECRETS'];
    invocation.result({ clients }, rows.length === 0 ? ['There are no clients.'] : table(headings, rows));
    return exitCodes.done;
  },
};

function secretsOf(secrets: readonly { expiresAt: Date | null }[]): string {
  const ends = secrets.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.toISOString()] : []));
  return [String(secrets.length), ...ends.map((end) => `until ${end}`)].join(', ');
}
