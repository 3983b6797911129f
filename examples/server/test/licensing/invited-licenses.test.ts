import { tenants, users } from '@org/identity-server';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import {
  acceptAs,
  acceptAsNew,
  addWaiter,
  inviter,
  knownUser,
  license,
  newEmail,
  seatsOf,
} from '../support/invited-licenses.js';
import { basic, crm, desk, pro, random } from '../support/licensing-api.js';
import { codeOf, server } from '../support/licensing-tests.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer } from '../support/test-server.js';

/** How many invitations were mailed. */
const mailsTo = (address: string) =>
  server.mailbox.all.filter(({ to, text }) => to === address && text.includes('/invitations/')).length;

test('an invitation reserves a seat, which becomes the seat of the new user on accepting', async (t) => {
  const { tenant, api, invite, subscription } = await inviter(1);
  const email = newEmail();
  const { status, body } = await invite(email, [{ applicationId: crm.toUpperCase(), licenseTypeId: pro }]);
  t.is(status, 201);
  t.deepEqual(body['licenses'], [license]);
  const listed = (await api('GET', '/invitations')).body['invitations'] as Record<string, unknown>[];
  t.deepEqual(
    listed.map(({ id, licenses }) => [id, licenses]),
    [[body['id'], [license]]],
  );
  t.deepEqual(await subscription(), { assigned: 0, reserved: 1 });
  const accepted = await acceptAsNew(await server.mailbox.invitationSecret(email));
  t.is(accepted.status, 200);
  t.deepEqual(await subscription(), { assigned: 1, reserved: 0 });
  const { id: userId } = await server.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: email } });
  t.deepEqual(await seatsOf(tenant.id, userId), [pro]);
  const events = await server.identity.db.event.findMany({
    where: { tenantId: tenant.id },
    orderBy: { occurredAt: 'asc' },
  });
  t.deepEqual(events.map(({ type }) => type).sort(), [
    'account.created',
    'invitation.accepted',
    'invitation.created',
    'member.added',
    'seat.granted',
    'seat.reserved',
  ]);
  const reserved = events.find(({ type }) => type === 'seat.reserved');
  t.is(reserved?.subjectId, body['id'] as string);
  t.deepEqual(reserved?.data, { ...license, subscriptionId: tenant.subscriptionId });
});

test('an invitation without licenses has an empty list', async (t) => {
  const { api } = await inviter(1);
  const { status, body } = await api('POST', '/invitations', { email: newEmail() });
  t.deepEqual([status, body['licenses']], [201, []]);
  const { body: list } = await api('GET', '/invitations');
  t.deepEqual((list['invitations'] as { licenses: unknown }[])[0]?.licenses, []);
});

test('without a free seat nobody is invited, and no mail is sent', async (t) => {
  const { api, invite, subscription } = await inviter(1);
  t.is((await invite(newEmail())).status, 201);
  const email = newEmail();
  t.deepEqual(codeOf(await invite(email)), [400, 'NO_SEATS_AVAILABLE']);
  // Of two licenses only one has a free seat.
  t.deepEqual(codeOf(await invite(email, [{ applicationId: crm, licenseTypeId: basic }])), [400, 'NO_SEATS_AVAILABLE']);
  t.is(((await api('GET', '/invitations')).body['invitations'] as unknown[]).length, 1);
  t.deepEqual(await subscription(), { assigned: 0, reserved: 1 });
  t.is(await server.identity.db.invitation.count({ where: { normalizedEmail: email } }), 0);
  // The same email without a license is the first mail to it.
  t.is((await api('POST', '/invitations', { email })).status, 201);
  await server.mailbox.mailTo(email);
  t.is(mailsTo(email), 1);
});

test('wrong licenses are refused', async (t) => {
  const { invite } = await inviter(30);
  const many = Array.from({ length: 21 }, (_, index) => ({ ...license, applicationId: `a${index}` }));
  for (const [licenses, status, code] of [
    [[license, { applicationId: crm.toUpperCase(), licenseTypeId: basic }], 422, 'VALIDATION_FAILED'],
    [many, 422, 'VALIDATION_FAILED'],
    [[{ applicationId: crm }], 422, 'VALIDATION_FAILED'],
    [[{ ...license, seats: 2 }], 422, 'VALIDATION_FAILED'],
    [[{ ...license, applicationId: 'crm' }], 400, 'INVALID_APPLICATION_ID'],
    [[{ ...license, applicationId: random }], 400, 'INVALID_APPLICATION_ID'],
    [[{ ...license, licenseTypeId: 'pro' }], 400, 'INVALID_LICENSE_TYPE'],
    [[{ applicationId: desk, licenseTypeId: pro }], 400, 'INVALID_LICENSE_TYPE'],
  ] as const) {
    const email = newEmail();
    t.deepEqual(codeOf(await invite(email, licenses)), [status, code], JSON.stringify(licenses));
    t.is(await server.identity.db.invitation.count({ where: { normalizedEmail: email } }), 0);
  }
});

test('revoking frees the seat at once, also by the member list, and first for those who wait', async (t) => {
  const { tenant, api, invite, subscription } = await inviter(2);
  const [one, two] = [await invite(newEmail()), await invite(newEmail())];
  const waiting = await addWaiter(tenant.id);
  t.is((await api('DELETE', `/invitations/${one.body['id']}`)).status, 200);
  t.deepEqual(await subscription(), { assigned: 1, reserved: 1 });
  t.deepEqual(await seatsOf(tenant.id, waiting), [pro]);
  t.is((await api('DELETE', `/members/${two.body['id']}`)).status, 200);
  t.deepEqual(await subscription(), { assigned: 1, reserved: 0 });
});

test('an expired invitation has no seat any more; sending it again needs a free one', async (t) => {
  const { tenant, api, invite, subscription } = await inviter(1);
  const email = newEmail();
  const { body } = await invite(email);
  const resend = () => api('POST', `/invitations/${body['id']}/resend`);
  t.is((await resend()).status, 200);
  t.deepEqual(await subscription(), { assigned: 0, reserved: 1 });
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: days(7) });
  const other = await invite(newEmail());
  t.is(other.status, 201, 'the seat is free without a job');
  t.deepEqual(codeOf(await resend()), [400, 'NO_SEATS_AVAILABLE']);
  t.deepEqual(codeOf(await acceptAsNew(await server.mailbox.invitationSecret(email, 2))), [410, 'INVITATION_EXPIRED']);
  t.is((await api('DELETE', `/invitations/${other.body['id']}`)).status, 200);
  t.is((await resend()).status, 200);
  t.is((await acceptAsNew(await server.mailbox.invitationSecret(email, 3))).status, 200);
  t.deepEqual(await subscription(), { assigned: 1, reserved: 0 });
  t.is(mailsTo(email), 3, 'the refused attempt sent no mail');
});

test('a user who joins when the subscription is suspended waits for the seat', async (t) => {
  const { tenant, invite } = await inviter(1);
  const { userId, email, token } = await knownUser();
  await invite(email);
  const { db } = server.identity;
  await db.subscription.update({ where: { id: tenant.subscriptionId }, data: { status: 'SUSPENDED' } });
  t.is((await acceptAs(token, await server.mailbox.invitationSecret(email))).status, 200);
  t.deepEqual(await seatsOf(tenant.id, userId), []);
  const requests = await db.licenseRequest.findMany({ where: { tenantId: tenant.id } });
  t.like(requests, [{ userId, status: 'WAITING', licenseTypeId: pro }]);
});

test('of two invitations at once for the last seat, one is sent', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const { invite, subscription } = await inviter(1);
    const responses = await Promise.all([invite(newEmail()), invite(newEmail())]);
    const codes = responses.map(({ status, body }) => [status, body['error']].join(' ')).sort();
    t.deepEqual(codes, ['201 ', '400 NO_SEATS_AVAILABLE']);
    t.deepEqual(await subscription(), { assigned: 0, reserved: 1 });
  }
});

test('accepting and revoking at once: the seat is the user’s, or goes to the one who waits', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const { tenant, api, invite, subscription } = await inviter(1);
    const { userId, email, token } = await knownUser();
    const { body } = await invite(email);
    const waiting = await addWaiter(tenant.id);
    const secret = await server.mailbox.invitationSecret(email);
    const [accepted, revoked] = await Promise.all([
      acceptAs(token, secret),
      api('DELETE', `/invitations/${body['id']}`),
    ]);
    t.deepEqual([accepted.status, revoked.status].sort(), [200, 404]);
    t.deepEqual(await subscription(), { assigned: 1, reserved: 0 });
    t.deepEqual(await seatsOf(tenant.id, accepted.status === 200 ? userId : waiting), [pro]);
  }
});

test('a rehearsed invitation shows what is reserved, and reserves nothing', async (t) => {
  const { api, subscription } = await inviter(1);
  const email = newEmail();
  const { status, body } = await api('POST', '/invitations?rehearse=true', { email, licenses: [license] });
  t.is(status, 200);
  const { events, mails } = body as unknown as { events: { type: string }[]; mails: unknown };
  t.deepEqual(
    events.map(({ type }) => type),
    ['invitation.created', 'seat.reserved'],
  );
  t.deepEqual(mails, [{ kind: 'invitation', to: email }]);
  t.deepEqual(await subscription(), { assigned: 0, reserved: 0 });
});

test('without licensing, invitations have no licenses', async (t) => {
  const plain = await startTestServer({ plugins: [users(), tenants()] });
  try {
    const tenant = await freshTenant(plain);
    const token = await tokenOf(plain.issuer, tenant.owner.email);
    const path = `/api/tenants/${tenant.id}/invitations`;
    const refused = await send(plain.issuer, 'POST', path, token, { email: newEmail(), licenses: [] });
    t.deepEqual(codeOf(refused), [422, 'VALIDATION_FAILED']);
    const created = await send(plain.issuer, 'POST', path, token, { email: newEmail() });
    t.deepEqual([created.status, 'licenses' in created.body], [201, false]);
    const [entry] = (await send(plain.issuer, 'GET', path, token)).body['invitations'] as object[];
    t.false('licenses' in (entry ?? {}));
  } finally {
    await plain.stop();
  }
});
