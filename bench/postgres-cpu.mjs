import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

// Linux counts in hundredths of a second, on every machine.
const millisecondsPerTick = 10;

/** Returns a function that returns the CPU milliseconds of PostgreSQL, or undefined without /proc. */
export async function postgresCpu(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const backend = await statOf(rows[0].pid);
  await client.end();
  if (!backend) return () => Promise.resolve(undefined);
  return async () => {
    const found = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map(statOf));
    const own = found.filter((stat) => stat?.pid === backend.parent || stat?.parent === backend.parent);
    // The parent keeps the sum of its ended children.
    return own.reduce((sum, stat) => sum + stat.own + (stat.pid === backend.parent ? stat.ended : 0), 0);
  };
}

/** The CPU of a process in milliseconds, including its ended children. */
export async function statOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (index) => Number(fields[index]) * millisecondsPerTick;
  return { pid: Number(pid), parent: Number(fields[1]), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) };
}
