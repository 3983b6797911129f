import { commandName, type Database, type Transaction } from '@org/identity-prisma';

interface Connection {
  pid: number;
  name: string;
  client: string | null;
}

/** Tools that an operator has open beside the command. */
const tools = ['psql', commandName];

/**
 * Throws if another program is connected to this database: it may be a server, which would open new sessions while the old
 * ones end. Servers of older versions, and those whose database URL has an `application_name`, cannot be told from others.
 */
export async function requireNoServers(db: Database | Transaction): Promise<void> {
  const others = await db.$queryRaw<Connection[]>`
    SELECT pid, application_name AS name, host(client_addr) AS client FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> ALL(${tools})
    ORDER BY pid LIMIT 10`;
  if (others.length === 0) return;
  const list = others.map(({ pid, name, client }) => `${name || 'without a name'} (${client ?? 'local'}, pid ${pid})`);
  throw new Error(
    `Other programs are connected to this database: ${list.join(', ')}. Stop all servers first. If none of these is a server, give --force.`,
  );
}
