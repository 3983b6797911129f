import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

// Linux counts in hundredths of a second, whatever the machine.
const millisecondsPerTick = 10;

/** A function that tells how many milliseconds of CPU PostgreSQL has used; nothing where there is no /proc. */
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
    // Of those that have ended, their parent keeps the sum.
    return own.reduce((sum, stat) => sum + stat.own + (stat.pid === backend.parent ? stat.ended : 0), 0);
  };
}

/** The CPU of a process in milliseconds, its own and that of its children that have ended. */
export async function statOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (index) => Number(fields[index]) * millisecondsPerTick;
  return { pid: Number(pid), parent: Number(fields[1]), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) };
}
