import { type Actor, silentLogger } from '@org/identity-core';
import { createEventBus, type Database } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { keepKeysJob } from '../../src/keys/keep-keys.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { listKeys } from '../../src/keys/list-keys.js';
import { loadKeys } from '../../src/keys/load-keys.js';
import { replaceKeys } from '../../src/keys/replace-keys.js';
import { lateSeconds, rotateKeys } from '../../src/keys/rotate-keys.js';
import { readSettings } from '../../src/options.js';
import { addKey, letKeysAge, keySecret as secret } from '../support/stored-keys.js';

// All tests are serial: most of them create a key, which takes up to a second of CPU.
const actor: Actor = { kind: 'system', id: 'cli' };
const announceSeconds = 3_600;
const day = 24 * 60 * 60;
const never = new AbortController().signal;

const servicesOf = (db: Database) => ({ db, events: createEventBus(), secret });
const statesOf = async (db: Database) => new Map((await listKeys(db)).map(({ kid, state }) => [kid, state]));
const signingOf = async (db: Database) => (await loadKeys(db, secret)).signing.map(({ kid }) => kid);
const settingsWith = (keys: object) => readSettings({ issuer: 'http://localhost:3000', secret, keys });
const ringOf = (db: Database, tokenSeconds: number) =>
  createKeyRing({ db, secret, logger: silentLogger, pollSeconds: 60, tokenSeconds });

test.serial(
  'a key is published, then signs, then verifies until its last token is gone, then is forgotten',
  async (t) => {
    const { db } = await openTestDatabase(t);
    const old = await addKey(db, { tokenSeconds: 900 });
    const { kid: next, created } = await rotateKeys(servicesOf(db), { announceSeconds, actor });
    t.true(created);
    t.deepEqual(
      [...(await statesOf(db))],
      [
        [old, 'active'],
        [next, 'next'],
      ],
    );
    t.deepEqual(await signingOf(db), [old, next], 'the next key is published before it signs');

    await letKeysAge(db, announceSeconds);
    t.deepEqual(
      [...(await statesOf(db))],
      [
        [next, 'active'],
        [old, 'retiring'],
      ],
    );
    t.deepEqual(await signingOf(db), [next, old], 'the old one is still published');

    // The last token that it may have signed has just expired.
    await letKeysAge(db, 900);
    t.is((await statesOf(db)).get(old), 'retiring');
    await letKeysAge(db, lateSeconds);
    t.is((await statesOf(db)).get(old), 'former');
    t.deepEqual(await signingOf(db), [next]);

    const job = keepKeysJob(servicesOf(db), settingsWith({}));
    await job.run(never);
    const { encryptedPrivateJwk } = await db.signingKey.findUniqueOrThrow({ where: { kid: old } });
    t.is(encryptedPrivateJwk.length, 0, 'its private half goes at once');
    t.is((await loadKeys(db, secret)).former[0]?.kid, old);
    await letKeysAge(db, 14 * day);
    await job.run(never);
    t.deepEqual([...(await statesOf(db)).keys()], [next], 'and the rest of it with the last session that it served');
  },
);

test.serial('six rotations at once over three pools make one next key, and one event', async (t) => {
  const database = await openTestDatabase(t);
  await addKey(database.db);
  await loadKeys(database.db, secret);
  const databases = [database.db, database.openAgain().db, database.openAgain().db];
  const rotations = Array.from({ length: 6 }, (_, index) =>
    rotateKeys(servicesOf(databases[index % 3] ?? database.db), { announceSeconds, actor }),
  );
  const results = await Promise.all(rotations);
  t.is(new Set(results.map(({ kid }) => kid)).size, 1);
  t.is(results.filter(({ created }) => created).length, 1);
  t.is(await database.db.signingKey.count(), 2);
  const events = await database.db.event.findMany();
  t.is(events.length, 1);
  t.like(events[0], { type: 'signing_key.announced', actorKind: 'system', actorId: 'cli', subjectId: results[0]?.kid });
});

test.serial('a rotation with another secret is refused before there is a key that no server could read', async (t) => {
  const { db } = await openTestDatabase(t);
  const kid = await addKey(db);
  const services = { ...servicesOf(db), secret: 'another secret, that is also longer than 32' };
  await t.throwsAsync(rotateKeys(services, { announceSeconds, actor }), { message: /another secret/u });
  await t.throwsAsync(replaceKeys(services, { actor }), { message: /another secret/u });
  t.deepEqual(
    (await listKeys(db)).map((key) => key.kid),
    [kid],
  );
});

test.serial(
  'a key stays published for the longest life that any process gave a token, also one that came after the announcement',
  async (t) => {
    const { db } = await openTestDatabase(t);
    const kid = await addKey(db);
    const first = await ringOf(db, 600);
    t.teardown(() => first.stop());
    const { activeFrom } = await rotateKeys(servicesOf(db), { announceSeconds, actor });
    const publishedSeconds = async () => {
      const { publishedUntil } = await db.signingKey.findUniqueOrThrow({ where: { kid } });
      return ((publishedUntil?.getTime() ?? 0) - activeFrom.getTime()) / 1000;
    };
    t.is(await publishedSeconds(), 600 + lateSeconds);
    for (const tokenSeconds of [7_200, 60]) {
      const later = await ringOf(db, tokenSeconds);
      t.teardown(() => later.stop());
    }
    t.is(await publishedSeconds(), 7_200 + lateSeconds, 'and never shorter');
  },
);

test.serial('a running process takes every change over and tells the one who follows, once each', async (t) => {
  const { db } = await openTestDatabase(t);
  const old = await addKey(db);
  const ring = await ringOf(db, 600);
  t.teardown(() => ring.stop());
  const told: string[][] = [];
  ring.follow(({ signing }) => told.push(signing.map(({ kid }) => kid)));
  const [before] = ring.signing;
  await ring.refresh();
  t.deepEqual(told, []);
  const { kid: next } = await rotateKeys(servicesOf(db), { announceSeconds, actor });
  await ring.refresh();
  await letKeysAge(db, announceSeconds);
  await Promise.all([ring.refresh(), ring.refresh()]);
  await ring.refresh();
  t.deepEqual(told[0], [old, next]);
  t.deepEqual(told.at(-1), [next, old]);
  t.is(ring.signing[1]?.privateJwk, before?.privateJwk, 'a key that is known is not read again');
  await letKeysAge(db, 600 + lateSeconds);
  await ring.refresh();
  t.deepEqual(told.at(-1), [next]);
  t.is(told.length, 3);
  t.deepEqual(
    ring.former.map(({ kid }) => kid),
    [old],
  );
});

test.serial(
  'with rotateEveryDays the job publishes the next key so early that it signs at that age, and once',
  async (t) => {
    const { db } = await openTestDatabase(t);
    const old = await addKey(db);
    await loadKeys(db, secret);
    const job = keepKeysJob(servicesOf(db), settingsWith({ rotateEveryDays: 30, announceSeconds: day }));
    await letKeysAge(db, 29 * day - 60);
    await job.run(never);
    t.is(await db.signingKey.count(), 1, 'not yet');
    await letKeysAge(db, 120);
    await job.run(never);
    await job.run(never);
    const states = await statesOf(db);
    t.deepEqual([...states.values()], ['active', 'next']);
    t.is(states.get(old), 'active');
    t.like(await db.event.findFirstOrThrow(), { type: 'signing_key.announced', actorKind: 'system', actorId: null });
  },
);

test.serial('without rotateEveryDays no key grows too old', async (t) => {
  const { db } = await openTestDatabase(t);
  await addKey(db);
  await letKeysAge(db, 3_000 * day);
  await keepKeysJob(servicesOf(db), settingsWith({})).run(never);
  t.is(await db.signingKey.count(), 1);
});

test.serial('keys that somebody else may know are replaced at once, the next one too', async (t) => {
  const { db } = await openTestDatabase(t);
  const old = [await addKey(db, { publishedUntil: new Date(Date.now() - 1_000) }), await addKey(db)];
  const { kid: next } = await rotateKeys(servicesOf(db), { announceSeconds, actor });
  const { kid, removed } = await replaceKeys(servicesOf(db), { actor });
  t.deepEqual([...removed].sort(), [...old, next].sort());
  t.deepEqual([...(await statesOf(db))], [[kid, 'active']]);
  t.like(await db.event.findFirstOrThrow({ where: { type: 'signing_key.replaced' } }), { subjectId: kid });
});

for (const [keys, problem] of [
  [{ announceSeconds: 119 }, /keys\.announceSeconds/u],
  [{ pollSeconds: 61 }, /keys\.pollSeconds/u],
  [{ rotateEveryDays: 1, announceSeconds: day }, /keys\.rotateEveryDays.*longer than announceSeconds/u],
] as const) {
  test.serial(`${JSON.stringify(keys)} is refused: a process could miss the next key`, (t) => {
    t.throws(() => settingsWith(keys), { message: problem });
  });
}
