import { createEventBus } from '@org/identity-prisma';
import { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import type { Mail } from '@org/identity-ui';
import ava from 'ava';
import { createSignInLimiter } from '../../src/credentials/sign-in-limits.js';
import { createMailLimiter } from '../../src/limits/mail-limits.js';
import { requestPasswordReset } from '../../src/password/request-password-reset.js';
import { resetPassword } from '../../src/password/reset-password.js';
import { addUser } from '../support/add-user.js';

// One after the other: one of them waits until a connection waits for a lock.
const test = ava.serial;

let database: OpenTestDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

interface Queued extends Mail {
  decoy: boolean | undefined;
}

/** Requests a link; returns what was queued. */
async function requestReset(email: string): Promise<Queued[]> {
  const { db, pool } = database;
  const queued: Queued[] = [];
  const mail = {
    add: (_tx: unknown, message: Mail, options?: { decoy?: boolean }) => {
      queued.push({ ...message, decoy: options?.decoy });
      return Promise.resolve();
    },
  };
  const services = { db, mail, sendMail() {}, issuer: 'https://id.example.test', brand: { productName: 'Test' } };
  const request = { email, ip: '192.0.2.1', interactionUid: null, language: 'en' } as const;
  await requestPasswordReset(services, createMailLimiter(pool), request);
  return queued;
}

test('a mail is queued for an account, and a decoy of the same make for an address without one', async (t) => {
  const userId = await addUser(database.db, 'Known@reset.test');
  const [mail] = await requestReset('known@RESET.test');
  t.like(mail, { to: 'Known@reset.test', decoy: false });
  const [decoy] = await requestReset('other@reset.test');
  t.like(decoy, { to: 'other@reset.test', decoy: true });
  t.is(decoy?.text.length, mail?.text.length);
  t.is(await database.db.passwordReset.count({ where: { userId } }), 1);
});

test('a request that meets a change of the address waits for it and then finds nobody at the old one', async (t) => {
  const { db, pool } = database;
  const id = await addUser(db, 'old@moving.test');
  let asked: Promise<Queued[]> | undefined;
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { email: 'new@moving.test', normalizedEmail: 'new@moving.test' } });
    asked = requestReset('old@moving.test');
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await pool.query(waiting)).rowCount === 0);
  });
  t.like((await asked)?.[0], { decoy: true });
  t.is(await db.passwordReset.count({ where: { userId: id } }), 0);
});

test('of many uses of a link at once, as from several processes, the database lets one through', async (t) => {
  const { db, pool } = database;
  const id = await addUser(db, 'many@reset.test');
  const [mail] = await requestReset('many@reset.test');
  const secret = String(/\/password-reset\/([\w-]+)/u.exec(mail?.text ?? '')?.[1]);
  const queued: Mail[] = [];
  const services = {
    db,
    events: createEventBus(),
    accounts: { hashPassword: (password: string) => Promise.resolve(password) },
    mail: {
      add: (_tx: unknown, message: Mail) => {
        queued.push(message);
        return Promise.resolve();
      },
    },
    sendMail() {},
    sendLogoutNotices() {},
    brand: { productName: 'Test' },
  };
  const uses = Array.from({ length: 6 }, (_, index) =>
    resetPassword(services, createSignInLimiter(pool), {
      secret,
      newPassword: `hash ${index}`,
      ip: '192.0.2.1',
      language: 'en',
    }),
  );
  const outcomes = await Promise.allSettled(uses);
  const winners = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
  t.is(winners.length, 1);
  t.is(queued.length, 1);
  const user = await db.user.findUniqueOrThrow({ where: { id } });
  t.like(user, { passwordHash: `hash ${winners[0]}`, signInEpoch: 1 });
  for (const outcome of outcomes) if (outcome.status === 'rejected') t.is(outcome.reason.code, 'NOT_FOUND');
});
