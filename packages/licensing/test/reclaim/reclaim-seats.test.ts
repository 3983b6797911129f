import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { checkLicense } from '../../src/check/check-license.js';
import { reclaimSeats } from '../../src/reclaim/reclaim-seats.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import { addLease, addLicensedTenant, addMember, brokenRules, wait } from '../support/licensed-tenant.js';
import { type MailingServices, openMailingServices } from '../support/mailing-services.js';

let services: MailingServices;
test.before(async () => {
  services = await openMailingServices();
});
test.after.always(() => services?.close());

async function reclaim(): Promise<void> {
  await reclaimSeats(services);
  await services.writeMails();
}

async function start(reclaimAfterDays: number, held = 1) {
  const tenant = await addLicensedTenant(services.db, held);
  const users: string[] = [];
  for (let index = 0; index < held; index += 1) {
    users.push(await addMember(services.db, tenant.tenantId));
    await grantSeat(services, { ...tenant, userId: users[index] ?? '' });
  }
  const { tenantId } = tenant;
  const change = (changes: Parameters<typeof updateSubscription>[1]['changes']) =>
    updateSubscription(services, { ...tenant, changes });
  await change({ reclaimAfterDays });
  const emails = (await services.db.user.findMany({ where: { id: { in: users } } })).map(({ email }) => email);
  const mailsTo = () => services.queued.filter(({ kind, to }) => kind === 'license-reclaim' && emails.includes(to));
  const pass = async (count: number) => {
    await passTime(services.db, { tenantId, milliseconds: days(count) });
    await reclaim();
  };
  const use = async (userId = users[0] ?? '') => {
    await checkLicense(services, { ...tenant, userId });
    await services.uses.flush();
  };
  const holders = async () =>
    (await services.db.seat.findMany({ where: { tenantId } })).map(({ userId }) => userId).sort();
  return { tenant, users, mailsTo, pass, use, holders, change };
}

test.serial('an unused seat is released after a mail seven days before, and goes to the first who waits', async (t) => {
  const { tenant, users, mailsTo, pass, holders } = await start(30);
  const { tenantId } = tenant;
  await pass(22);
  t.is(mailsTo().length, 0);
  await pass(1);
  const [mail] = mailsTo();
  t.regex(mail?.subject ?? '', /is about to be released/u);
  await pass(6);
  t.deepEqual([mailsTo().length, await holders()], [1, users]);
  const waiting = await addMember(services.db, tenantId);
  await wait(services, tenant, waiting);
  await pass(1);
  t.deepEqual(await holders(), [waiting]);
  const events = await services.db.event.findMany({
    where: { tenantId, type: { in: ['seat.revoked', 'seat.granted'] } },
    orderBy: { id: 'asc' },
  });
  t.deepEqual(
    events
      .slice(1)
      .map(({ type, subjectId, data, actorKind }) => [type, subjectId, (data as { cause: string }).cause, actorKind]),
    [
      ['seat.revoked', users[0], 'reclaim', 'system'],
      ['seat.granted', waiting, 'waiting_list', 'system'],
    ],
  );
  t.deepEqual(await brokenRules(services), []);
  await reclaim();
  t.deepEqual(await holders(), [waiting]);
});

test.serial('a use after the mail keeps the seat, and the days begin again', async (t) => {
  const { users, mailsTo, pass, use, holders } = await start(10);
  await pass(3);
  t.is(mailsTo().length, 1);
  await pass(6);
  await use();
  await pass(2);
  t.deepEqual([mailsTo().length, await holders()], [1, users]);
  await pass(1);
  t.is(mailsTo().length, 2);
  await pass(7);
  t.deepEqual(await holders(), []);
});

test.serial('a seat is never released less than seven days after its mail, however few the days are', async (t) => {
  for (const after of [1, 7]) {
    const { users, mailsTo, pass, use, holders } = await start(after);
    await use();
    await pass(0);
    t.is(mailsTo().length, 0, 'no mail right after a use');
    await pass(after);
    t.is(mailsTo().length, 1);
    await pass(6);
    t.deepEqual(await holders(), users);
    await pass(1);
    t.deepEqual(await holders(), []);
  }
});

test.serial('without the mail, a seat is reclaimed all the same; without days, never', async (t) => {
  const muted = await start(30);
  await services.db.licenseMailSettings.create({ data: { tenantId: muted.tenant.tenantId, muted: ['reclaim'] } });
  await muted.pass(23);
  await muted.pass(7);
  t.deepEqual([muted.mailsTo().length, await muted.holders()], [0, []]);
  const never = await start(0);
  await never.pass(1_000);
  t.deepEqual([never.mailsTo().length, await never.holders()], [0, never.users]);
});

test.serial('a leased seat, and one of a suspended subscription, is not reclaimed', async (t) => {
  const { tenant, users, mailsTo, pass, holders, change } = await start(30, 2);
  await addLease(services.db, tenant, users[0] ?? '', new Date(Date.now() + days(40)));
  await pass(23);
  t.is(mailsTo().length, 1);
  await change({ status: 'SUSPENDED' });
  await pass(8);
  t.is((await holders()).length, 2);
  // They could not use it: they are told again, and have seven days again.
  await change({ status: 'ACTIVE' });
  await pass(0);
  t.deepEqual([mailsTo().length, (await holders()).length], [2, 2]);
  await pass(7);
  t.deepEqual(await holders(), [users[0]]);
  await pass(2);
  t.is(mailsTo().length, 3);
});

test.serial('a mail that was sent for other days does not count', async (t) => {
  const { users, mailsTo, pass, holders, change } = await start(30);
  await pass(23);
  await change({ reclaimAfterDays: 20 });
  await pass(6);
  await pass(6);
  t.deepEqual([mailsTo().length, await holders()], [2, users]);
  await pass(1);
  t.deepEqual(await holders(), []);
});

test.serial('many seats and two runs at once: each user is told once, and each seat is released once', async (t) => {
  const { tenant, mailsTo, pass, holders } = await start(30, 130);
  const { tenantId } = tenant;
  await passTime(services.db, { tenantId, milliseconds: days(23) });
  await Promise.all([reclaim(), reclaim()]);
  await pass(0);
  t.deepEqual([mailsTo().length, new Set(mailsTo().map(({ to }) => to)).size], [130, 130]);
  await passTime(services.db, { tenantId, milliseconds: days(7) });
  await Promise.all([reclaim(), reclaim()]);
  t.deepEqual(await holders(), []);
  t.is(await services.db.event.count({ where: { tenantId, type: 'seat.revoked' } }), 130);
});

test.serial('the mail is in the language of its user, and names are no links', async (t) => {
  const { tenant, users, mailsTo, pass } = await start(30);
  await services.db.user.update({ where: { id: users[0] ?? '' }, data: { locale: 'de-AT' } });
  await services.db.application.update({ where: { id: tenant.applicationId }, data: { name: 'evil.example' } });
  await pass(23);
  const [mail] = mailsTo();
  t.regex(mail?.subject ?? '', /^Ihre Lizenz für evil\.\s?example wird bald freigegeben$/u);
  t.false(mail?.text.includes('evil.example'));
});
