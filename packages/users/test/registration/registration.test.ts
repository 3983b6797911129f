import { createEventBus } from '@org/identity-prisma';
import { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import type { Mail } from '@org/identity-ui';
import test from 'ava';
import { createMailLimiter } from '../../src/limits/mail-limits.js';
import { confirmRegistration } from '../../src/registration/confirm-registration.js';
import { requestRegistration } from '../../src/registration/request-registration.js';
import { addUser } from '../support/add-user.js';

let database: OpenTestDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

/** Registers; returns what was hashed and what was mailed. */
async function register(email: string): Promise<{ hashed: string[]; mails: Mail[] }> {
  const { db, pool } = database;
  const [hashed, mails]: [string[], Mail[]] = [[], []];
  const services = {
    db,
    mail: {
      add: (_tx: unknown, mail: Mail) => {
        mails.push(mail);
        return Promise.resolve();
      },
    },
    accounts: {
      hashPassword: (password: string) => {
        hashed.push(password);
        return Promise.resolve(`hash of ${password}`);
      },
    },
    sendMail() {},
    issuer: 'https://id.example.test',
    brand: { productName: 'Test' },
  };
  const input = { email, password: 'secret', displayName: undefined, interactionUid: 'uid', ip: '192.0.2.1' };
  await requestRegistration(services, createMailLimiter(pool), { ...input, language: 'en' });
  return { hashed, mails };
}

const secretIn = (mail: Mail | undefined) => String(/\/registration\/([\w-]+)/u.exec(mail?.text ?? '')?.[1]);

test('a known and an unknown address cost a hash, a row and a mail each, and only one row is of use', async (t) => {
  const { db } = database;
  await addUser(db, 'Known@new.test');
  for (const email of ['known@NEW.test', 'unknown@new.test']) {
    const { hashed, mails } = await register(email);
    t.deepEqual([hashed.length, mails.length], [1, 1], email);
    t.is(await db.registration.count({ where: { email } }), 1, email);
    t.is(mails[0]?.to, email === 'unknown@new.test' ? email : 'Known@new.test');
  }
  const living = { email: { contains: 'known' }, expiresAt: { gt: new Date() } };
  t.deepEqual(
    (await db.registration.findMany({ where: living })).map(({ email }) => email),
    ['unknown@new.test'],
  );
});

test('of many confirmations at once, as from several processes, the database lets one through', async (t) => {
  const { db } = database;
  const email = 'many@new.test';
  const [one, two] = [await register(email), await register(email)];
  const secrets = [...Array.from({ length: 5 }, () => secretIn(one.mails[0])), secretIn(two.mails[0])];
  const outcomes = await Promise.allSettled(
    secrets.map((secret, index) => {
      const processDatabase = index % 2 === 0 ? database : database.openAgain();
      const services = { db: processDatabase.db, events: createEventBus() };
      const chosen = { passwordHash: `hash ${index}`, displayName: null, locale: undefined };
      return confirmRegistration(services, { secret, email, ...chosen });
    }),
  );
  const winners = outcomes.flatMap((outcome, index) =>
    outcome.status === 'fulfilled' && outcome.value ? [index] : [],
  );
  t.is(winners.length, 1);
  for (const outcome of outcomes) if (outcome.status === 'rejected') t.is(outcome.reason.code, 'NOT_FOUND');
  const user = await db.user.findUniqueOrThrow({ where: { normalizedEmail: email } });
  t.like(user, { passwordHash: `hash ${winners[0]}`, emailVerified: true });
  t.is(await db.event.count({ where: { subjectId: user.id } }), 1);
  t.is(await db.registration.count({ where: { email } }), 0, 'both links are used up');
});
