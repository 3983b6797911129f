import { randomUUID } from 'node:crypto';
import { startReceiver } from '@org/identity-testing/webhook-receiver';
import test from 'ava';
import {
  addTenant,
  addWebhook,
  fanOutUntil,
  openSending,
  passTime,
  publish,
  type Sending,
} from '../support/sending.js';

const hours = (count: number) => count * 60 * 60;

async function addUser({ db }: Sending, { locale = null, superAdmin = false, disabled = false } = {}) {
  const email = `${randomUUID()}@people.test`;
  const disabledAt = disabled ? new Date() : null;
  return db.user.create({ data: { email, normalizedEmail: email, locale, superAdmin, disabledAt } });
}

async function addMember(sending: Sending, tenantId: string, options: object = {}, user: object = {}): Promise<string> {
  const { id: userId, email } = await addUser(sending, user);
  await sending.db.membership.create({ data: { tenantId, userId, ...options } });
  return email;
}

/** Lets a webhook fail for so many hours. */
async function failFor(sending: Sending, count: number) {
  await publish(sending, { count: 10 });
  await fanOutUntil(sending, 10);
  await sending.sender.flush();
  await passTime(sending, hours(count));
  await sending.sender.flush();
}

test('after a day of nothing but failures a webhook is paused, and its managers are told in their languages', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end());
  const sending = await openSending(t);
  const tenantId = await addTenant(sending, 'acme');
  const owner = await addMember(sending, tenantId, { role: 'owner' }, { locale: 'de' });
  const admin = await addMember(sending, tenantId, { role: 'admin' });
  await addMember(sending, tenantId, { role: 'member' });
  await addMember(sending, tenantId, { role: 'admin', status: 'SUSPENDED' });
  await addMember(sending, tenantId, { role: 'admin' }, { disabled: true });
  const { id } = await addWebhook(sending, { url: receiver.url('/secret-path'), tenantId });
  await publish(sending, { count: 10, tenantId });
  await fanOutUntil(sending, 10);
  await sending.sender.flush();
  await passTime(sending, hours(23));
  await sending.sender.flush();
  t.is((await sending.db.webhook.findUniqueOrThrow({ where: { id } })).status, 'ACTIVE');
  t.deepEqual(sending.queued, []);
  await passTime(sending, hours(1.1));
  await sending.sender.flush();

  const paused = await sending.db.webhook.findUniqueOrThrow({ where: { id } });
  t.like(paused, { status: 'PAUSED', claimedUntil: null });
  t.truthy(paused.failingSince);
  const event = await sending.db.event.findFirstOrThrow({ where: { type: 'webhook.paused' } });
  t.like(event, { tenantId, subjectId: id, actorKind: 'system', actorId: null });
  t.deepEqual(event.data, { failingSince: paused.failingSince?.toISOString() });

  t.deepEqual(sending.queued.map(({ to }) => to).sort(), [owner, admin].sort());
  const german = sending.queued.find(({ to }) => to === owner);
  const english = sending.queued.find(({ to }) => to === admin);
  t.regex(german?.subject ?? '', /pausiert/u);
  t.regex(english?.subject ?? '', /was paused/u);
  for (const mail of [german, english]) {
    t.is(mail?.kind, 'webhook-paused');
    t.true(mail?.text.includes('https://id.test/console/acme/webhooks'));
    t.true(mail?.text.includes('status 500'));
    t.false(mail?.text.includes('secret-path'));
  }

  // What waits stays, and nothing is sent any more.
  const sent = receiver.received.length;
  await passTime(sending, hours(48));
  await sending.sender.flush();
  t.is(receiver.received.length, sent);
  t.is(await sending.db.webhookDelivery.count({ where: { status: 'PENDING' } }), 10);
});

test('super admins are told of a webhook of the platform', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end());
  const sending = await openSending(t);
  const { email } = await addUser(sending, { superAdmin: true });
  await addUser(sending);
  await addUser(sending, { superAdmin: true, disabled: true });
  await addWebhook(sending, { url: receiver.url() });
  await failFor(sending, 25);
  t.is((await sending.db.webhook.findFirstOrThrow()).status, 'PAUSED');
  t.deepEqual(
    sending.queued.map(({ to }) => to),
    [email],
  );
  t.true(sending.queued[0]?.text.includes('https://id.test/platform/webhooks'));
});

test('one success in the day keeps a webhook active', async (t) => {
  let works = false;
  const receiver = await startReceiver(t, (response) => response.writeHead(works ? 200 : 500).end());
  const sending = await openSending(t);
  await addWebhook(sending, { url: receiver.url() });
  await failFor(sending, 20);
  works = true;
  await passTime(sending, hours(1));
  await sending.sender.flush();
  works = false;
  await publish(sending, { count: 10 });
  await fanOutUntil(sending, 20);
  await sending.sender.flush();
  await passTime(sending, hours(4));
  await sending.sender.flush();
  const webhook = await sending.db.webhook.findFirstOrThrow();
  t.is(webhook.status, 'ACTIVE');
  t.true(webhook.failures > 3);
});
