import { silentLogger } from '@org/identity-core';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { createOutbox } from '../../src/background/mail/outbox.js';
import { mailData } from '../../src/personal-data/mail-data.js';
import { mailTo } from '../support/waiting-mails.js';

const secret = 'a secret for tests only, of more than 32 characters';

test('queued mail is exported and erased by its recipient; of mail that names the person only what has failed goes', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const outbox = createOutbox({ pool, secret, transport: undefined, logger: silentLogger });
  const ann = await db.user.create({ data: { email: 'Ann@people.test', normalizedEmail: 'ann@people.test' } });
  await db.$transaction(async (tx) => {
    await outbox.add(tx, mailTo('ann@PEOPLE.test', { subject: 'Yours' }));
    await outbox.add(tx, mailTo('failed@people.test'), { mentions: 'ann@people.test' });
  });
  await db.outgoingMail.updateMany({ data: { failedAt: new Date() } });
  await db.$transaction(async (tx) => {
    await outbox.add(tx, mailTo('waiting@people.test'), { mentions: 'ann@people.test' });
    await outbox.add(tx, mailTo('other@people.test'));
  });
  const data = mailData({ db, secret });
  const found: unknown[] = [];
  for await (const page of (await data.collect(ann.id)) as AsyncIterable<unknown[]>) found.push(...page);
  t.is(found.length, 1);
  t.like(found[0], { to: 'ann@PEOPLE.test', subject: 'Yours' });
  t.deepEqual(Object.keys(found[0] as object).sort(), ['createdAt', 'failedAt', 'subject', 'to']);

  await db.$transaction((tx) => data.erase(tx, ann.id));
  t.is(await db.outgoingMail.count(), 2);
  t.is(await db.outgoingMail.count({ where: { failedAt: null } }), 2);
});
