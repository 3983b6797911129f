import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Logger, silentLogger } from '@org/identity-core';
import { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import { until } from '@org/identity-testing/until';
import { users } from '@org/identity-users';
import ava, { type ExecutionContext } from 'ava';
import { createLogoutNotices, type LogoutNotice } from '../../src/background/logout-notices.js';
import { createIdentityServer } from '../../src/index.js';

// Each test has its own database; running all of them at once would not be faster.
const test = ava.serial;

/** A database with a client that has this logout URL, and this number of notices for it. */
async function openNotices(t: ExecutionContext, count: number, uri = 'https://shop.example/logout') {
  const database = await openTestDatabase(t);
  const client = { id: 'shop', name: 'Shop', type: 'SPA' as const, redirectUris: ['https://shop.example/'] };
  await database.db.client.create({ data: { ...client, scopes: ['openid'], backchannelLogoutUri: uri } });
  const data = Array.from({ length: count }, (_, index) => ({
    clientId: 'shop',
    accountId: 'ann',
    sid: `sid-${index}`,
  }));
  await database.db.logoutNotice.createMany({ data });
  return database;
}

function recordingLogger(): { logger: Logger; warnings: string[]; warned: Promise<void> } {
  const warnings: string[] = [];
  let wake = () => {};
  const warned = new Promise<void>((resolve) => (wake = resolve));
  const warn: Logger['warn'] = (fields, message) => {
    warnings.push(`${message} ${JSON.stringify(fields)}`);
    wake();
  };
  return { logger: { ...silentLogger, warn }, warnings, warned };
}

const timeOf = async ({ pool }: OpenTestDatabase): Promise<Date> => {
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now ?? new Date(Number.NaN);
};

/** The seconds from this time, which is before the try, and from now until the notices are due. */
const dueIn = async ({ pool }: OpenTestDatabase, before: Date) => {
  const { rows } = await pool.query<{ most: number; least: number }>(
    `SELECT extract(epoch FROM due_at - $1::timestamptz)::float8 AS most,
       extract(epoch FROM due_at - clock_timestamp())::float8 AS least FROM identity.logout_notices`,
    [before],
  );
  return rows;
};

test('a client that cannot be told is tried after 15 s, a minute … 17 hours, and given up after eight tries', async (t) => {
  const database = await openNotices(t, 1);
  const { logger, warnings } = recordingLogger();
  let tries = 0;
  const tell = () => {
    tries += 1;
    return Promise.reject(new Error('expected 200 OK from https://shop.example/logout?key=1, got: 503'));
  };
  const notices = createLogoutNotices({ pool: database.pool, logger, tell });
  const waits: { least: number; most: number }[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const before = await timeOf(database);
    await notices.flush();
    await notices.flush();
    t.is(tries, attempt, 'not again before it is due');
    waits.push(...(await dueIn(database, before)));
    await database.pool.query("UPDATE identity.logout_notices SET due_at = now() - interval '1 second'");
  }
  const expected = Array.from({ length: 7 }, (_, index) => 15 * 4 ** index);
  t.is(waits.length, expected.length, 'the eighth try was the last');
  for (const [index, { least, most }] of waits.entries()) {
    const wait = expected[index] ?? 0;
    t.true(least <= wait && wait <= most + 1, JSON.stringify({ wait, least, most }));
  }
  t.is(warnings.length, 8);
  t.regex(String(warnings[0]), /trying again later/u);
  t.regex(String(warnings[7]), /given up/u);
  t.false(warnings.join().includes('key=1'), 'an address may hold a key');
});

test('two processes that tell at once tell each of 50 ends of a session exactly once', async (t) => {
  const database = await openNotices(t, 50);
  const told: string[] = [];
  const tell = async ({ sid }: LogoutNotice) => void told.push(sid);
  const [first, second] = [database, database.openAgain()].map(({ pool }) =>
    createLogoutNotices({ pool, logger: silentLogger, tell }),
  );
  await Promise.all([first?.flush(), second?.flush(), first?.flush()]);
  t.is(told.length, 50);
  t.is(new Set(told).size, 50);
  t.is(await database.db.logoutNotice.count(), 0);
});

test('a client gets no more than 100 notices in a second from two processes, and in the end all of them', async (t) => {
  const database = await openNotices(t, 120);
  const told: string[] = [];
  const tell = async ({ sid }: LogoutNotice) => void told.push(sid);
  const [first, second] = [database, database.openAgain()].map(({ pool }) =>
    createLogoutNotices({ pool, logger: silentLogger, tell }),
  );
  // What the database has allowed lately is all that counts. The second in which it does lasts until the trigger is dropped,
  // however long the machine takes.
  await database.pool.query(`
    CREATE FUNCTION identity.hold_the_second() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.taken = ARRAY(SELECT greatest(at, now() + interval '1 hour') FROM unnest(NEW.taken) at);
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold_the_second BEFORE INSERT OR UPDATE ON identity.outgoing_targets
      FOR EACH ROW EXECUTE FUNCTION identity.hold_the_second();
    INSERT INTO identity.outgoing_targets (owner, target, taken, granted, next_at, queue_until, patient_until, used_at)
    VALUES ('', 'client shop', array_fill(now(), ARRAY[90]), 0, now(), now(), now(), now())`);
  await Promise.all([first?.flush(), second?.flush()]);
  t.is(told.length, 10);
  t.is(await database.db.logoutNotice.count({ where: { attempts: 0 } }), 110, 'it was no attempt');

  // The second is over.
  await database.pool.query('DROP TRIGGER hold_the_second ON identity.outgoing_targets');
  await database.pool.query(`UPDATE identity.outgoing_targets SET taken = '{}', queue_until = now()`);
  await database.pool.query('UPDATE identity.logout_notices SET due_at = now()');
  await until(async () => {
    await Promise.all([first?.flush(), second?.flush()]);
    return told.length === 120;
  });
  t.is(new Set(told).size, 120);
});

test('one slow client does not hold up the others', async (t) => {
  const database = await openNotices(t, 6);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const told: string[] = [];
  let finish = () => {};
  const others = new Promise<void>((resolve) => (finish = resolve));
  const tell = async ({ sid }: LogoutNotice) => {
    if (sid === 'sid-0') await held;
    told.push(sid);
    if (told.length === 5) finish();
  };
  const notices = createLogoutNotices({ pool: database.pool, logger: silentLogger, tell });
  const flushed = notices.flush();
  await others;
  t.false(told.includes('sid-0'));
  release();
  await flushed;
  t.is(told.length, 6);
});

for (const host of ['127.0.0.1', 'localhost']) {
  test(`a client at ${host} is not called unless inner addresses are allowed`, async (t) => {
    let calls = 0;
    const receiver = createServer((_request, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, host, resolve));
    t.teardown(() => receiver.close());
    const uri = `http://${host}:${(receiver.address() as AddressInfo).port}/logout`;
    const database = await openNotices(t, 0, uri);
    for (const allowPrivateNetworks of [false, true]) {
      const { logger, warned, warnings } = recordingLogger();
      const identity = await createIdentityServer({
        issuer: 'http://localhost:3000',
        databaseUrl: database.url,
        secret: 'a secret for tests only, of more than 32 characters',
        plugins: [users()],
        allowPrivateNetworks,
        logger,
      });
      const { Session } = identity.provider;
      const session = Object.assign(new Session(), { accountId: 'ann', authorizations: { shop: { sid: 'a-sid' } } });
      await session.save(60);
      await session.destroy();
      if (!allowPrivateNetworks) await warned;
      // Closing waits for the delivery in progress.
      await identity.close();
      t.is(warnings.length, allowPrivateNetworks ? 0 : 1, warnings.join());
      t.is(calls, allowPrivateNetworks ? 1 : 0);
      await database.db.logoutNotice.deleteMany();
    }
  });
}
