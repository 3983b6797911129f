import { readDayCounts, uuidV7 } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { serverDaysJob } from '../../src/background/count-days.js';

test('sign-ins, new people and failed mail of each day are counted; sign-ins only if they are recorded', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const { signal } = new AbortController();
  for (const type of ['session.started', 'session.started', 'account.created', 'account.deleted'])
    await db.event.create({ data: { id: uuidV7(), type, actorKind: 'user' } });
  const mail = { encryptedMessage: Buffer.from('sealed') };
  await db.outgoingMail.create({ data: mail });
  await db.outgoingMail.create({ data: { ...mail, failedAt: new Date() } });
  const today = async () =>
    Object.fromEntries([...(await readDayCounts(pool, 2)).counts].map(([name, values]) => [name, values.at(-1)]));
  await serverDaysJob(pool, { recordsSignIns: false }).run(signal);
  t.deepEqual(await today(), { 'new-people': 1, 'failed-mails': 1 });
  await serverDaysJob(pool, { recordsSignIns: true }).run(signal);
  t.deepEqual(await today(), { 'sign-ins': 2, 'new-people': 1, 'failed-mails': 1 });
});
