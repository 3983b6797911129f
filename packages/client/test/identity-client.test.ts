import test, { type ExecutionContext } from 'ava';
import { createIdentityClient, type IdentityClient, IdentityClientError } from '../src/index.js';
import { startExampleServer } from './support/example-server.js';
import { basic, basicOf, credentialsOf, crm, signIn, type Tokens } from './support/sign-in.js';

let server: { issuer: string; stop(): Promise<void> };
let member: Tokens;
let admin: Tokens;
let client: IdentityClient;
/** A client with the credentials of acme's machine. */
let machine: IdentityClient;
const machineOf = (cacheSeconds: number, ownFetch: typeof fetch = fetch) =>
  createIdentityClient({
    issuer: server.issuer,
    applicationId: crm,
    credentials: credentialsOf('demo-machine'),
    cacheSeconds,
    fetch: ownFetch,
  });

test.before(async () => {
  server = await startExampleServer();
  client = createIdentityClient({ issuer: server.issuer, applicationId: crm, timeoutMilliseconds: 60_000 });
  machine = machineOf(0);
  [member, admin] = await Promise.all([
    signIn(server.issuer, 'member@acme.test'),
    signIn(server.issuer, 'admin@acme.test'),
  ]);
});
test.after.always(() => server?.stop());

async function failure(t: ExecutionContext, call: Promise<unknown>): Promise<IdentityClientError> {
  const error = await t.throwsAsync(call, { instanceOf: IdentityClientError });
  return error ?? t.fail();
}

test('a verified token tells person, client, scopes and tenant', async (t) => {
  const token = await client.verify(member.access_token);
  t.is(token.clientId, 'demo-web');
  t.deepEqual(token.scopes, ['openid']);
  t.is(token.tenant?.slug, 'acme');
  t.is(token.tenant?.role, 'member');
  t.is(token.userId, token.claims.sub);
  t.true(token.expiresAt > new Date());
});

test('the token of a machine names no person', async (t) => {
  const response = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: basicOf('demo-machine') },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: accessToken } = (await response.json()) as Tokens;
  const token = await client.verify(accessToken);
  t.is(token.userId, undefined);
  t.is(token.clientId, 'demo-machine');
});

test('tokens that are forged, of another kind or for somebody else are refused', async (t) => {
  const [header = '', payload = '', signature = ''] = member.access_token.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const refused = {
    'an ID token': member.id_token,
    'other claims': [header, encode({ ...claims, sub: 'somebody else' }), signature].join('.'),
    'no signature': [encode({ alg: 'none', typ: 'at+jwt' }), payload, ''].join('.'),
    'an unknown key': [encode({ alg: 'RS256', typ: 'at+jwt', kid: 'unknown' }), payload, signature].join('.'),
    'no token at all': 'nonsense',
  };
  for (const [kind, token] of Object.entries(refused))
    t.is((await failure(t, client.verify(token))).code, 'UNAUTHORIZED', kind);
  const elsewhere = createIdentityClient({ issuer: server.issuer, audience: 'https://api.example.test' });
  t.is((await failure(t, elsewhere.verify(member.access_token))).code, 'UNAUTHORIZED');
});

test('a person is told of their own license, and an admin of that of others', async (t) => {
  const own = await client.check({ accessToken: member.access_token });
  t.true(own.hasLicense);
  t.is(own.licenseType, 'pro');
  t.is(own.reason, 'LICENSED');
  t.true(await client.hasFeature('reports', { accessToken: member.access_token }));
  t.false(await client.hasFeature('time-travel', { accessToken: member.access_token }));
  const { userId } = await client.verify(member.access_token);
  t.deepEqual(await client.check({ accessToken: admin.access_token, userId }), own);
  const refused = await failure(t, client.check({ accessToken: member.access_token, userId: crm }));
  t.is(refused.code, 'FORBIDDEN');
});

test('a license that is granted and revoked is felt at once where it was done, and elsewhere when its answer is old', async (t) => {
  const { userId } = await client.verify(admin.access_token);
  const user = { userId: String(userId) };
  const patient = machineOf(3600);
  const doer = machineOf(3600);
  t.false((await patient.check(user)).hasLicense);
  t.false((await doer.check(user)).hasLicense);

  const assignment = await doer.grant({ ...user, licenseTypeId: basic });
  t.is(assignment.licenseTypeName, 'Basic');
  t.true((await doer.check(user)).hasLicense);
  t.true((await machine.check(user)).hasLicense);
  t.false((await patient.check(user)).hasLicense);

  const again = await failure(t, doer.grant({ ...user, licenseTypeId: basic }));
  t.is(again.code, 'ALREADY_LICENSED');
  t.is(again.status, 400);
  t.truthy(again.requestId);

  t.true((await doer.revoke(user)).success);
  t.false((await doer.check(user)).hasLicense);
  t.is((await failure(t, doer.revoke(user))).code, 'LICENSE_NOT_FOUND');
});

test('what the service refuses keeps its code, its details and its status', async (t) => {
  const invalid = await failure(t, machine.check({}));
  t.is(invalid.code, 'VALIDATION_FAILED');
  t.deepEqual(
    invalid.details?.map(({ path }) => path),
    ['userId'],
  );
  const unknown = await failure(t, client.check({ accessToken: member.access_token, applicationId: 'nothing' }));
  t.is(unknown.code, 'INVALID_APPLICATION_ID');
  const dead = await failure(t, client.check({ accessToken: 'a.b.c' }));
  t.is(dead.code, 'UNAUTHORIZED');
  t.is(dead.status, 401);
  await t.throwsAsync(createIdentityClient({ issuer: server.issuer }).check({ accessToken: member.access_token }), {
    message: /applicationId/u,
  });
});

test('a machine token is fetched once, and replaced when it was revoked', async (t) => {
  const sent: string[] = [];
  const watched = machineOf(0, (input, init) => {
    const authorization = new Headers(init?.headers).get('authorization') ?? '';
    sent.push(`${new URL(String(input)).pathname} ${authorization}`);
    return fetch(input, init);
  });
  const { userId } = await client.verify(member.access_token);
  await Promise.all([watched.check({ userId }), watched.check({ userId })]);
  t.is(sent.filter((line) => line.startsWith('/api/oauth/token')).length, 1);

  const token = String(sent.find((line) => line.includes('Bearer '))?.split('Bearer ')[1]);
  await fetch(`${server.issuer}/api/oauth/revoke`, {
    method: 'POST',
    headers: { authorization: basicOf('demo-machine') },
    body: new URLSearchParams({ token }),
  });
  t.true((await watched.check({ userId })).hasLicense);
  t.is(sent.filter((line) => line.startsWith('/api/oauth/token')).length, 2);
});

test('a token that is missing by mistake does not make a call one of the machine', async (t) => {
  const { userId } = await client.verify(member.access_token);
  const user = { userId: String(userId) };
  // The second one is what programs without our compiler settings can send.
  for (const forgotten of [{ accessToken: '' }, { accessToken: undefined } as { accessToken?: never }]) {
    t.is((await failure(t, machine.revoke({ ...user, ...forgotten }))).code, 'UNAUTHORIZED');
    t.is((await failure(t, machine.check({ ...user, ...forgotten }))).code, 'UNAUTHORIZED');
  }
  t.true((await machine.check(user)).hasLicense);
});

test('wrong credentials, and none where some are needed, are told apart from a wrong question', async (t) => {
  const wrong = createIdentityClient({
    issuer: server.issuer,
    applicationId: crm,
    credentials: { clientId: 'demo-machine', clientSecret: 'wrong' },
  });
  t.is((await failure(t, wrong.check({}))).code, 'UNAUTHORIZED');
  t.is((await failure(t, client.check({}))).code, 'UNAUTHORIZED');
});
