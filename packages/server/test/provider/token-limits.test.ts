import { type Logger, silentLogger } from '@org/identity-core';
import { createTestDatabase } from '@org/identity-dev-postgres';
import test from 'ava';
import pg from 'pg';
import { createTokenLimiter, type TokenLimiter } from '../../src/provider/token-limits.js';

const limits = { wrongSecretsPerMinute: 5, requestsPerSecond: 2 };
const origin = { clientId: 'app', network: '192.0.2.1' };

let database: { url: string; drop(): Promise<void> };
let pool: pg.Pool;
test.before(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
test.after.always(async () => {
  await pool?.end();
  await database?.drop();
});

const limiter = (logger: Logger = silentLogger) => createTokenLimiter({ pool, logger, limits });

/** Sends a wrong secret. Returns whether it was checked. */
async function guess(at: TokenLimiter, from = origin): Promise<boolean> {
  if ((await at.beginSecret(from)) !== undefined) return false;
  await at.wrongSecret(from);
  return true;
}

async function guesses(at: TokenLimiter, count: number, from = origin): Promise<number> {
  const results = await Promise.all(Array.from({ length: count }, () => guess(at, from)));
  return results.filter(Boolean).length;
}

test('of many wrong secrets at once only as many are looked at as the limit says, elsewhere it is not felt', async (t) => {
  const from = { ...origin, clientId: 'at-once' };
  const here = limiter();
  t.is(await guesses(here, 100, from), 5);
  const wait = await here.beginSecret(from);
  t.true(wait !== undefined && wait > 50 && wait <= 60, String(wait));
  t.is(await here.beginSecret({ ...from, network: '192.0.2.2' }), undefined, 'another network');
  t.is(await here.beginSecret({ ...from, clientId: 'other' }), undefined, 'another client');
});

test('what one process has counted ends the guesses at another with the first wrong one, until the minute is over', async (t) => {
  const from = { ...origin, clientId: 'two-processes' };
  const [first, second, later] = [limiter(), limiter(), limiter()];
  t.is(await guesses(first, 5, from), 5);
  t.true(await guess(second, from), 'it cannot know before it asks');
  t.false(await guess(second, from));
  await pool.query("UPDATE identity.rate_limits SET expire = expire - 60000 WHERE key LIKE 'client_secret:%'");
  t.is(await guesses(later, 9, from), 5);
});

test('right secrets and requests never ask the database', async (t) => {
  const unreachable = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const here = createTokenLimiter({ pool: unreachable, logger: silentLogger, limits });
  for (let index = 0; index < 100; index += 1) {
    t.is(await here.beginSecret(origin), undefined);
    await here.rightSecret(origin);
  }
  t.is(await here.beginRequest('app'), undefined);
});

test('without the database wrong secrets are still limited by each process, and a warning is logged', async (t) => {
  const unreachable = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const warnings: unknown[] = [];
  const logger = { ...silentLogger, warn: (data: object) => void warnings.push(data) };
  t.is(await guesses(createTokenLimiter({ pool: unreachable, logger, limits }), 20), 5);
  t.is(warnings.length, 5);
});

test('requests are counted for each key alone, over ten seconds', async (t) => {
  const here = limiter();
  const results = await Promise.all(Array.from({ length: 30 }, () => here.beginRequest('app')));
  t.is(results.filter((wait) => wait === undefined).length, 20);
  t.true(results.slice(20).every((wait) => wait !== undefined && wait >= 1 && wait <= 10));
  t.is(await here.beginRequest('other'), undefined);
});
