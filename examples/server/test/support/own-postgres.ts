import { readFile } from 'node:fs/promises';
import { startTemporaryPostgres } from '@org/identity-dev-postgres';
import pg from 'pg';
import { prepareDemoDatabase } from './demo-database.js';

export interface OwnPostgres {
  url: string;
  /** Stops every process of the server with a signal: connections stay open, and nothing responds. */
  freeze(): Promise<void>;
  /** Lets the processes continue. */
  thaw(): void;
  /** Runs statements as the owner of the database, on a separate connection. */
  run(sql: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL for this test only, with the demo data, because the test would disturb others. */
export async function startOwnPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const postgres = await startTemporaryPostgres({ settings, inMemory: true });
  await prepareDemoDatabase(postgres.url);
  let frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen.splice(0).reverse()) process.kill(pid, 'SIGCONT');
  };
  const withClient = async <Result>(work: (client: pg.Client) => Promise<Result>) => {
    const client = new pg.Client(postgres.url);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    url: postgres.url,
    async freeze() {
      const postmaster = await withClient(async (client) => {
        const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        return parentOf(Number(rows[0]?.pid));
      });
      // The parent first: it would replace a missing child.
      process.kill(postmaster, 'SIGSTOP');
      frozen = [postmaster];
      for (const child of await childrenOf(postmaster)) {
        process.kill(child, 'SIGSTOP');
        frozen.push(child);
      }
    },
    thaw,
    run: (sql) => withClient(async (client) => void (await client.query(sql))),
    async stop() {
      thaw();
      await postgres.stop();
    },
  };
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s+(\d+)$/mu.exec(status)?.[1]);
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}
