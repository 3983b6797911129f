import type { CausedMail } from '@org/identity-core';
import { openTestDatabase } from '@org/identity-testing';
import ava from 'ava';
import { createMailLimits } from '../../../src/background/mail/mail-limits.js';
import { CausedMailLimits } from '../../../src/options.js';

// Each test has its own database; running all of them at once would not be faster.
const test = ava.serial;

const invitation: CausedMail = { kind: 'invitation', recipient: 'ann@people.test', senderId: 'eve', tenantId: 'acme' };
const limited = { code: 'RATE_LIMITED' };

test('of 40 transactions at once in two processes, as many commit as the limit says', async (t) => {
  const database = await openTestDatabase(t);
  const limiter = createMailLimits(CausedMailLimits.parse({ recipientPerHour: 7 }));
  const dbs = [database.db, database.openAgain().db];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => dbs[index % 2]?.$transaction((tx) => limiter.count(tx, invitation))),
  );
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 7);
});

for (const [name, limits, again] of [
  ['a recipient in an hour', { recipientPerHour: 1 }, { recipient: 'bob@people.test' }],
  ['a recipient in a day', { recipientPerDay: 1 }, { recipient: 'bob@people.test' }],
  ['a sender in an hour', { senderPerHour: 1 }, { senderId: 'mallory' }],
  ['a sender in a day', { senderPerDay: 1 }, { senderId: 'mallory' }],
  ['a tenant in a day', { tenantPerDay: 1 }, { tenantId: 'globex' }],
] as const) {
  test(`mail of ${name} is limited, and that of another one is not`, async (t) => {
    const { db } = await openTestDatabase(t);
    const limiter = createMailLimits(CausedMailLimits.parse(limits));
    const count = (mail: CausedMail) => db.$transaction((tx) => limiter.count(tx, mail));
    await count(invitation);
    await t.throwsAsync(count(invitation), limited);
    await t.notThrowsAsync(count({ ...invitation, ...again }));
  });
}

test('a mail that is refused, or whose transaction rolls back, is not counted', async (t) => {
  const { db } = await openTestDatabase(t);
  const limiter = createMailLimits(CausedMailLimits.parse({ senderPerHour: 1, recipientPerHour: 1 }));
  const failing = db.$transaction(async (tx) => {
    await limiter.count(tx, invitation);
    throw new Error('no');
  });
  await t.throwsAsync(failing, { message: 'no' });
  await db.$transaction((tx) => limiter.count(tx, invitation));
  const other = { ...invitation, recipient: 'bob@people.test' };
  for (let index = 0; index < 3; index += 1)
    await t.throwsAsync(
      db.$transaction((tx) => limiter.count(tx, other)),
      limited,
    );
  await t.notThrowsAsync(db.$transaction((tx) => limiter.count(tx, { ...other, senderId: 'mallory' })));
});

test('the wait is that of the limit, and when it is over mail goes out again', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const limiter = createMailLimits(CausedMailLimits.parse({ recipientPerHour: 1 }));
  const count = () => db.$transaction((tx) => limiter.count(tx, invitation));
  await count();
  const error = await t.throwsAsync<Error & { headers: Record<string, string> }>(count(), limited);
  const wait = Number(error?.headers['Retry-After']);
  t.true(wait > 3_500 && wait <= 3_600, String(wait));
  await pool.query('UPDATE identity.rate_limits SET expire = expire - 3600000');
  await t.notThrowsAsync(count());
});

test('invitations use up nobody’s confirmations of a new email, and no email is stored', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const limiter = createMailLimits(CausedMailLimits.parse({ recipientPerHour: 1 }));
  await db.$transaction((tx) => limiter.count(tx, invitation));
  await db.$transaction((tx) => limiter.count(tx, { ...invitation, kind: 'email-change' }));
  const { rows } = await pool.query('SELECT key FROM identity.rate_limits');
  t.true(rows.length > 0);
  t.notRegex(JSON.stringify(rows), /ann|people|eve|acme/u);
});
