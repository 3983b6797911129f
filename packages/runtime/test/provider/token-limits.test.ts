import { type Logger, silentLogger } from '@org/identity-core';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { keyOf } from '@org/identity-prisma';
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

const guess = async (at: TokenLimiter, from = origin) => (await at.wrongSecret(from)) === undefined;

/** Sends wrong secrets at once. Returns how many were not too many. */
async function guesses(at: readonly TokenLimiter[], count: number, from = origin): Promise<number> {
  const results = await Promise.all(
    Array.from({ length: count }, (_, index) => guess(at[index % at.length] as TokenLimiter, from)),
  );
  return results.filter(Boolean).length;
}

const counterOf = (clientId: string) => `client_secret:${keyOf(clientId, origin.network)}`;
const pointsIn = async (clientId: string) => {
  const { rows } = await pool.query<{ points: number }>('SELECT points FROM identity.rate_limits WHERE key = $1', [
    counterOf(clientId),
  ]);
  return rows[0]?.points ?? 0;
};

test('of many wrong secrets at once as many are within the limit as it says, elsewhere it is not felt', async (t) => {
  const from = { ...origin, clientId: 'at-once' };
  const here = limiter();
  t.is(await guesses([here], 100, from), 5);
  t.is(await pointsIn(from.clientId), 5, 'those beyond it are not written');
  const wait = await here.wrongSecret(from);
  t.true(wait !== undefined && wait > 50 && wait <= 60, String(wait));
  t.true(await guess(here, { ...from, network: '192.0.2.2' }), 'another network');
  t.true(await guess(here, { ...from, clientId: 'other' }), 'another client');
});

test('the limit holds for 1,000 wrong secrets at once in two processes together, until the minute is over', async (t) => {
  const from = { ...origin, clientId: 'two-processes' };
  t.is(await guesses([limiter(), limiter()], 1000, from), 5);
  t.true((await pointsIn(from.clientId)) <= 10);
  t.false(await guess(limiter(), from), 'a third one');
  const passMinute = 'UPDATE identity.rate_limits SET expire = expire - 60000 WHERE key = $1';
  await pool.query(passMinute, [counterOf(from.clientId)]);
  t.is(await guesses([limiter()], 9, from), 5);
});

test('requests never ask the database', async (t) => {
  const unreachable = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const here = createTokenLimiter({ pool: unreachable, logger: silentLogger, limits });
  t.is(await here.beginRequest('app'), undefined);
});

test('without the database wrong secrets are still limited by each process, and a warning is logged', async (t) => {
  const unreachable = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const warnings: unknown[] = [];
  const logger = { ...silentLogger, warn: (data: object) => void warnings.push(data) };
  t.is(await guesses([createTokenLimiter({ pool: unreachable, logger, limits })], 20), 5);
  t.is(warnings.length, 5);
});

test('requests are counted for each key alone, over ten seconds', async (t) => {
  const here = limiter();
  const results = await Promise.all(Array.from({ length: 30 }, () => here.beginRequest('app')));
  t.is(results.filter((wait) => wait === undefined).length, 20);
  t.true(results.slice(20).every((wait) => wait !== undefined && wait >= 1 && wait <= 10));
  t.is(await here.beginRequest('other'), undefined);
});
