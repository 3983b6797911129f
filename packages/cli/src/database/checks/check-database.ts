import pg from 'pg';
import { describeError } from '../../line/describe-error.js';
import type { Finding } from './finding.js';

const check = 'database';

/** Checks that the database accepts a connection. */
export async function checkDatabase(databaseUrl: string): Promise<Finding> {
  const url = new URL(databaseUrl);
  // `?schema=` is a parameter of Prisma. PostgreSQL would refuse it.
  url.searchParams.delete('schema');
  const location = `${url.host}${url.pathname}`;
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 10_000 });
  // If the connection breaks later, the next statement fails.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return { check, status: 'ok', message: `PostgreSQL ${rows[0]?.server_version} responds at ${location}.` };
  } catch (error) {
    const message = `The connection to the database at ${location} failed: ${describeError(error)}.`;
    return { check, status: 'problem', message, advice: adviceFor(error, url) };
  } finally {
    await client.end().catch(() => {});
  }
}

function adviceFor(error: unknown, url: URL): string {
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `Correct the user and password in DATABASE_URL (the user is "${url.username}"; percent-encode special characters).`;
    case '3D000':
      return `Create the database: createdb ${url.pathname.slice(1)}`;
    case '53300':
      return 'All connections are in use: raise max_connections, or lower poolSize or the number of processes.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host "${url.hostname}" was not found: correct the host in DATABASE_URL.`;
    default:
      return `Start PostgreSQL, check host and port in DATABASE_URL, and allow connections from this machine to ${url.host}.`;
  }
}

function codeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
