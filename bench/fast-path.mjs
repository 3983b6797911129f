import { randomBytes } from 'node:crypto';
import { startTemporaryPostgres } from '@org/identity-dev-postgres';
import { lookUp, migrate, openDatabase, run, runBatched, statement } from '@org/identity-prisma';
import { median } from './compare.mjs';
import { postgresCpu } from './postgres-cpu.mjs';

const text = 'SELECT t.kind, t.payload FROM identity.oidc_tokens t WHERE t.id_hash = $1';
const batched = lookUp('bench_batched', ['bytea'], text);
const alone = statement('bench_alone', text);
// Many callers at once, each of which makes one look-up after the other: so do requests.
const callers = 16;

/** Compares look-ups that share statements with look-ups of their own, by CPU; returns a sentence. */
export async function measureFastPath({ slices = 20, lookUps = 2_000 } = {}) {
  const postgres = await startTemporaryPostgres();
  const { db, pool, close } = openDatabase({ databaseUrl: postgres.url });
  try {
    await migrate({ databaseUrl: postgres.url });
    const ids = Array.from({ length: 1_000 }, () => randomBytes(32));
    const expiresAt = new Date(Date.now() + 60 * 60 * 1000);
    const token = { kind: 'ClientCredentials', clientId: 'bench', payload: { scope: 'licenses:read' }, expiresAt };
    await db.oidcToken.createMany({ data: ids.map((idHash) => ({ ...token, idHash })) });
    const cpuOfPostgres = await postgresCpu(postgres.url);
    const ways = {
      batched: (id) => runBatched(pool, batched, [id]),
      alone: async (id) => (await run(pool, alone, [id])).rows[0],
    };
    const measure = async (way) => {
      const before = [process.cpuUsage(), await cpuOfPostgres()];
      await Promise.all(
        Array.from({ length: callers }, async (_, caller) => {
          for (let index = caller; index < lookUps; index += callers) {
            if (!(await way(ids[index % ids.length]))) throw new Error('A token was not found.');
          }
        }),
      );
      const { user, system } = process.cpuUsage(before[0]);
      return { own: (user + system) / 1000 / lookUps, postgres: ((await cpuOfPostgres()) - before[1]) / lookUps };
    };
    for (const way of Object.values(ways)) await measure(way);
    const rounds = [];
    // In short slices, one after the other: other work on the machine hits both alike.
    for (let slice = 0; slice < slices; slice += 1) {
      rounds.push({ alone: await measure(ways.alone), batched: await measure(ways.batched) });
    }
    const own = median(rounds.map(({ alone, batched }) => alone.own / batched.own));
    const sum = (way) => rounds.reduce((total, round) => total + round[way].postgres, 0);
    const cost = (way) => median(rounds.map((round) => round[way].own)).toFixed(3);
    return `${callers} callers: a look-up alone takes ${cost('alone')} ms of CPU, in a batch ${cost('batched')} ms: ${own.toFixed(1)} times less in the server, ${(sum('alone') / sum('batched')).toFixed(1)} times less in PostgreSQL.`;
  } finally {
    await close();
    await postgres.stop();
  }
}
