import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createOidcAdapter, endSession, findTokenState, type Role } from '../../src/index.js';
import { newId } from '../support/models.js';
import { openRecordedPool } from '../support/recorded-pool.js';
import { expire, saveGrant, saveSession } from '../support/store.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);

async function saveAccessToken(kind: 'AccessToken' | 'ClientCredentials', fields: Record<string, string>) {
  const jti = newId();
  await createOidcAdapter(database.pool)(kind).upsert(jti, { jti, kind, ...fields }, 600);
  return jti;
}

async function saveTenant() {
  return database.db.tenant.create({ data: { name: 'A tenant', slug: randomUUID() } });
}

interface SignInOptions {
  role?: Role;
  superAdmin?: boolean;
  scope?: string;
  withoutTenant?: true;
  /** Makes it a third-party client that may request these scopes. */
  thirdParty?: string[];
  /** The scopes that the user has allowed. */
  consent?: string[];
}

/** A user who is signed in to a client of an application for one of their tenants. */
async function signedIn(options: SignInOptions = {}) {
  const { db, pool } = database;
  const email = `${randomUUID()}@example.test`;
  const application = await db.application.create({ data: { name: randomUUID() } });
  const client = await db.client.create({
    data: {
      id: randomUUID(),
      name: 'A client',
      type: 'CONFIDENTIAL',
      applicationId: application.id,
      firstParty: !options.thirdParty,
      scopes: options.thirdParty ?? [],
    },
  });
  const user = await db.user.create({
    data: { email, normalizedEmail: email, superAdmin: options.superAdmin ?? false },
  });
  if (options.consent)
    await db.consent.create({ data: { userId: user.id, clientId: client.id, scopes: options.consent } });
  const tenant = await saveTenant();
  await db.membership.create({ data: { tenantId: tenant.id, userId: user.id, role: options.role ?? 'member' } });
  const sessionUid = newId();
  await saveSession(pool, sessionUid);
  const key = { sessionUid, clientId: client.id, accountId: user.id };
  const grantId = await saveGrant(pool, options.withoutTenant ? key : { ...key, tenantId: tenant.id });
  const fields = { clientId: client.id, grantId, scope: options.scope ?? 'openid email' };
  const jti = await saveAccessToken('AccessToken', fields);
  return { jti, grantId, sessionUid, user, tenant, client, application };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const state = (jti: string) => findTokenState(database.pool, jti);

for (const role of ['owner', 'admin', 'member'] as const) {
  test(`the token of a person tells user, session, client, scopes and tenant with the role ${role}`, async (t) => {
    const { jti, user, sessionUid, client, application, tenant } = await signedIn({ role });
    t.deepEqual(await state(jti), {
      kind: 'user',
      origin: { kind: 'own' },
      userId: user.id,
      firstParty: true,
      superAdmin: false,
      sessionUid,
      secondFactor: false,
      clientId: client.id,
      applicationId: application.id,
      scopes: ['openid', 'email'],
      tenant: { id: tenant.id, slug: tenant.slug, role, mfaRequired: false },
    });
  });
}

test('the token of a super admin says so', async (t) => {
  const { jti } = await signedIn({ superAdmin: true });
  t.like(await state(jti), { kind: 'user', superAdmin: true });
});

const thirdParty = ['openid', 'email', 'account:read'];

test("a third-party client never has its user's rights as a super admin", async (t) => {
  const { jti } = await signedIn({ superAdmin: true, thirdParty, consent: thirdParty });
  t.like(await state(jti), { kind: 'user', firstParty: false, superAdmin: false });
});

for (const [title, options, scopes] of [
  ['what the token carries', { scope: 'openid', consent: thirdParty }, ['openid']],
  ['what its user has allowed', { consent: ['openid', 'email'] }, ['openid', 'email']],
  ['nothing without a consent', {}, []],
  ['what it may ask for', { thirdParty: ['openid', 'email'], consent: thirdParty }, ['openid', 'email']],
  ['all three together', { consent: thirdParty }, thirdParty],
] as const) {
  test(`the scopes of a third-party client are ${title}`, async (t) => {
    const { jti } = await signedIn({
      scope: 'openid email account:read',
      thirdParty,
      ...(options as SignInOptions),
    });
    t.deepEqual((await state(jti))?.scopes, [...scopes]);
  });
}

test('the consent of somebody else, or to another client, gives nothing', async (t) => {
  const { db } = database;
  const { jti, user, client } = await signedIn({ thirdParty });
  const others = await signedIn({ thirdParty });
  await db.consent.create({ data: { userId: others.user.id, clientId: client.id, scopes: thirdParty } });
  await db.consent.create({ data: { userId: user.id, clientId: others.client.id, scopes: thirdParty } });
  t.deepEqual((await state(jti))?.scopes, []);
});

test('a client that stops being first-party is held to the consent at once', async (t) => {
  const { jti, client } = await signedIn({ superAdmin: true, scope: 'openid account:read' });
  t.like(await state(jti), { firstParty: true, superAdmin: true });
  await database.db.client.update({ where: { id: client.id }, data: { firstParty: false } });
  t.like(await state(jti), { firstParty: false, superAdmin: false, scopes: [] });
});

test('the token of a person without a tenant names none, even if they have one', async (t) => {
  const { jti } = await signedIn({ withoutTenant: true });
  t.like(await state(jti), { kind: 'user', tenant: null });
});

test('a token without scopes has none', async (t) => {
  const { jti } = await signedIn({ scope: '' });
  t.deepEqual((await state(jti))?.scopes, []);
});

test('the token of a person says whether its session, or the sign-in of its grant, has passed a second factor', async (t) => {
  const { db, pool } = database;
  const given = await signedIn();
  const amr = (methods: string[]) =>
    db.oidcSession.update({ where: { uid: given.sessionUid }, data: { payload: { amr: methods } } });
  await amr(['pwd', 'otp']);
  t.like(await state(given.jti), { secondFactor: false });
  await amr(['pwd', 'otp', 'mfa']);
  t.like(await state(given.jti), { secondFactor: true });
  await db.oidcSession.delete({ where: { uid: given.sessionUid } });
  t.like(await state(given.jti), { secondFactor: false });
  const { grantId, client, user } = given;
  const payload = { jti: grantId, kind: 'Grant', clientId: client.id, accountId: user.id, secondFactor: true };
  await createOidcAdapter(pool)('Grant').upsert(grantId, payload, 600);
  t.like(await state(given.jti), { secondFactor: true });
});

test('the token of a person says whether its tenant requires a second factor', async (t) => {
  const { jti, tenant } = await signedIn();
  await database.db.tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  t.like(await state(jti), { tenant: { mfaRequired: true } });
});

test('a role that changes shows in tokens already issued', async (t) => {
  const { jti, user, tenant } = await signedIn({ role: 'admin' });
  const where = { tenantId_userId: { tenantId: tenant.id, userId: user.id } };
  await database.db.membership.update({ where, data: { role: 'member' } });
  t.like(await state(jti), { tenant: { role: 'member' } });
});

const membershipOf = ({ tenant, user }: SignedIn) => ({ tenantId_userId: { tenantId: tenant.id, userId: user.id } });

const ends: Record<string, (signedIn: SignedIn) => Promise<unknown>> = {
  'the token expired': ({ jti }) => expire(database.pool, 'oidc_tokens', jti),
  'the token was deleted': async ({ jti }) => createOidcAdapter(database.pool)('AccessToken').destroy(jti),
  'the grant was revoked': async ({ grantId }) => createOidcAdapter(database.pool)('Grant').destroy(grantId),
  'the grant expired': ({ grantId }) => expire(database.pool, 'oidc_grants', grantId),
  'the session was ended': ({ sessionUid }) => endSession(database.pool, sessionUid),
  'the session was ended, though its grant was not revoked': ({ sessionUid }) =>
    database.db.oidcSession.update({ where: { uid: sessionUid }, data: { endedAt: new Date() } }),
  'the user waits to be erased': ({ user }) =>
    database.db.user.update({ where: { id: user.id }, data: { deletedAt: new Date() } }),
  'the user is gone': ({ user }) => database.db.user.delete({ where: { id: user.id } }),
  'the membership was suspended': (given) =>
    database.db.membership.update({ where: membershipOf(given), data: { status: 'SUSPENDED' } }),
  'the membership waits for its acceptance': (given) =>
    database.db.membership.update({ where: membershipOf(given), data: { status: 'INVITED' } }),
  'the membership was removed': (given) => database.db.membership.delete({ where: membershipOf(given) }),
  'the tenant was deleted': ({ tenant }) => database.db.tenant.delete({ where: { id: tenant.id } }),
  'the client was deleted': ({ client }) => database.db.client.delete({ where: { id: client.id } }),
};
for (const [title, end] of Object.entries(ends)) {
  test(`a token of a person opens nothing once ${title}`, async (t) => {
    const [given, other] = [await signedIn(), await signedIn()];
    t.truthy(await state(given.jti));
    await end(given);
    t.is(await state(given.jti), undefined);
    t.truthy(await state(other.jti), 'that of somebody else lives on');
  });
}

for (const kind of ['RefreshToken', 'AuthorizationCode']) {
  test(`${kind}: is no access token`, async (t) => {
    const { grantId, client } = await signedIn();
    const jti = newId();
    await createOidcAdapter(database.pool)(kind).upsert(jti, { jti, kind, clientId: client.id, grantId }, 600);
    t.is(await state(jti), undefined);
  });
}

test('an unknown token opens nothing', async (t) => {
  t.is(await state(newId()), undefined);
});

test('a token of an account that is none of our users opens nothing', async (t) => {
  const { client } = await signedIn();
  const grantId = await saveGrant(database.pool, { clientId: client.id, accountId: 'not-a-uuid' });
  const jti = await saveAccessToken('AccessToken', { clientId: client.id, grantId, scope: 'openid' });
  t.is(await state(jti), undefined);
});

test('the state of a token is found with one statement', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const person = await signedIn();
  await findTokenState(pool, person.jti);
  t.is(statements.length, 1);
  await findTokenState(pool, newId());
  t.is(statements.length, 2);
});
