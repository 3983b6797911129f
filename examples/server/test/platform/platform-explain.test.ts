import test from 'ava';
import { plantConnection } from '../support/connection-changes.js';
import { crm, type LicensedTenant, licensedTenant, pro, random, seat } from '../support/licensing-api.js';
import { addSuperAdmin, lastEvent, type SuperAdmin } from '../support/platform-api.js';
import { addMember, addUser, type Member, send } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let admin: SuperAdmin;
let tenant: LicensedTenant;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  admin = await addSuperAdmin(server);
  tenant = await licensedTenant(server, 50);
});
test.after.always(() => server?.stop());

interface Answer {
  allowed: boolean;
  reason: string;
  checks: { check: string; passed: boolean | null; detail: string }[];
}

async function explain(changes: Record<string, string | undefined>) {
  const query = { tenantId: tenant.id, applicationId: crm, ...changes };
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const path = `/api/platform/explain?${new URLSearchParams(given)}`;
  const { status, body } = await send(server.issuer, 'GET', path, admin.token);
  return { status, error: body['error'], ...(body as unknown as Answer) };
}

async function holder(): Promise<Member> {
  const member = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, member.userId);
  return member;
}

const resultOf = ({ checks }: Answer, name: string) => checks.find(({ check }) => check === name)?.passed;

test('a user with a seat passes every check, found by id or by email, and it is an event', async (t) => {
  const { userId, email } = await holder();
  for (const user of [userId, email, email.toUpperCase()]) {
    const answer = await explain({ userId: user });
    t.like(answer, { status: 200, allowed: true, reason: 'LICENSED' });
    t.true(answer.checks.every(({ passed }) => passed === true));
  }
  const { actorId, data } = await lastEvent(server, 'user.viewed', userId);
  t.is(actorId, admin.userId);
  t.deepEqual(data, { part: 'explanation' });
});

test('the reason is that of the first check that fails, and is the one of check', async (t) => {
  const { db } = server.identity;
  const outsider = await addUser(server);
  const none = await explain({ userId: outsider.userId });
  t.like(none, { allowed: false, reason: 'NOT_A_MEMBER' });
  t.deepEqual(
    none.checks.map(({ check, passed }) => [check, passed]),
    [
      ['account_enabled', true],
      ['account_open', true],
      ['tenant', true],
      ['membership', false],
      ['membership_active', null],
      ['seat', false],
      ['subscription_active', null],
      ['subscription_period', null],
      ['second_factor', true],
    ],
  );
  const member = await addMember(server, tenant.id, 'member');
  t.is((await explain({ userId: member.userId })).reason, 'NO_SEAT');
  const request = { tenantId: tenant.id, applicationId: crm, licenseTypeId: pro, userId: member.userId };
  await db.licenseRequest.create({ data: { ...request, status: 'WAITING', waitingNumber: 1 } });
  t.is((await explain({ userId: member.userId })).reason, 'WAITING');
  const suspended = await addMember(server, tenant.id, 'member', 'SUSPENDED');
  t.is((await explain({ userId: suspended.userId })).reason, 'MEMBER_SUSPENDED');
  const other = await licensedTenant(server, 1);
  await seat(server, other, other.owner.userId);
  const data = { status: 'CANCELED' as const };
  await db.subscription.update({ where: { id: other.subscriptionId }, data });
  const canceled = await explain({ userId: other.owner.userId, tenantId: other.id });
  t.is(canceled.reason, 'SUBSCRIPTION_CANCELED');
  t.is(resultOf(canceled, 'seat'), true);
});

test('a disabled or deleted account is told before anything of the license', async (t) => {
  const { db } = server.identity;
  const { userId } = await holder();
  await db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  const disabled = await explain({ userId });
  t.like(disabled, { allowed: false, reason: 'ACCOUNT_DISABLED' });
  t.is(resultOf(disabled, 'seat'), true);
  await db.user.update({ where: { id: userId }, data: { disabledAt: null, deletedAt: new Date() } });
  t.is((await explain({ userId })).reason, 'ACCOUNT_DELETED');
});

test('a feature is checked if it is named', async (t) => {
  const { userId } = await holder();
  t.is((await explain({ userId, featureKey: 'reports' })).reason, 'LICENSED');
  const missing = await explain({ userId, featureKey: 'teleport' });
  t.like(missing, { allowed: false, reason: 'FEATURE_NOT_INCLUDED' });
  const member = await addMember(server, tenant.id, 'member');
  t.is(resultOf(await explain({ userId: member.userId, featureKey: 'reports' }), 'feature'), null);
});

test('a tenant that requires a second factor is told, if the user has none', async (t) => {
  const strict = await licensedTenant(server, 1);
  await seat(server, strict, strict.owner.userId);
  await server.identity.db.tenant.update({ where: { id: strict.id }, data: { mfaPolicy: 'REQUIRED' } });
  const answer = await explain({ userId: strict.owner.userId, tenantId: strict.id });
  t.like(answer, { allowed: false, reason: 'SECOND_FACTOR_REQUIRED' });
});

test('what decides about the sign-in is told: connection, policy and directory', async (t) => {
  const { db } = server.identity;
  const strict = await licensedTenant(server, 1);
  const { userId, email } = strict.owner;
  await seat(server, strict, userId);
  const policy = { requireSso: true, breakGlass: [], sessionHours: 8, idleMinutes: null, allowedNetworks: [] };
  await db.tenant.update({ where: { id: strict.id }, data: { policy } });
  const about = () => explain({ userId, tenantId: strict.id });
  t.like(await about(), { allowed: false, reason: 'SSO_REQUIRED' });

  const domain = { tenantId: strict.id, domain: email.split('@')[1] ?? '', proof: 'x', status: 'VERIFIED' } as const;
  await db.domain.deleteMany({ where: { domain: domain.domain } });
  const { id: domainId } = await db.domain.create({ data: domain });
  const connectionId = await plantConnection(server, strict.id, 'ACTIVE');
  await db.connectionDomain.create({ data: { connectionId, domainId, tenantId: strict.id, active: true } });
  const reached = await about();
  t.like(reached, { allowed: true, reason: 'LICENSED' });
  t.is(resultOf(reached, 'connection'), true);
  t.is(resultOf(reached, 'sign_in_policy'), true);
  await db.connectionAttempt.create({ data: { connectionId, result: 'REFUSED', reason: 'foreign_email', email } });
  t.like(await about(), { allowed: false, reason: 'CONNECTION_REFUSED' });
  await db.connectionAttempt.deleteMany({ where: { connectionId } });

  const { id: directoryId } = await db.directory.create({ data: { tenantId: strict.id, name: 'Entra ID' } });
  const user = { directoryId, tenantId: strict.id, userId, status: 'ACTIVE', active: false } as const;
  await db.directoryUser.create({
    data: { ...user, userName: email, userNameKey: email, emailKeys: [email], attributes: {} },
  });
  t.like(await about(), { allowed: false, reason: 'DIRECTORY_INACTIVE' });
});

test('an unknown user is 404, an unknown application 400, an unknown tenant a check that fails', async (t) => {
  const { userId } = await holder();
  t.like(await explain({ userId: random }), { status: 404, error: 'USER_NOT_FOUND' });
  t.like(await explain({ userId: 'nobody@people.test' }), { status: 404, error: 'USER_NOT_FOUND' });
  t.like(await explain({ userId, applicationId: random }), { status: 400, error: 'INVALID_APPLICATION_ID' });
  t.like(await explain({ userId, applicationId: 'crm' }), { status: 400, error: 'INVALID_APPLICATION_ID' });
  for (const tenantId of [random, 'no-id'])
    t.like(await explain({ userId, tenantId }), { status: 200, reason: 'TENANT_NOT_FOUND', allowed: false });
  for (const changes of [{}, { userId: '' }, { userId, tenantId: undefined }, { userId, more: '1' }])
    t.is((await explain(changes)).status, 422);
});
