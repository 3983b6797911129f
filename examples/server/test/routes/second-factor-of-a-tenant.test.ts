import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as client from 'openid-client';
import { basic, crm, type LicensedTenant, licensedTenant, machineToken, random } from '../support/licensing-api.js';
import { plantedBodies, plantIds } from '../support/planted-ids.js';
import { begin, enrol, totp, twoFactors } from '../support/second-factor.js';
import { call, configure, signIn } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, type Member, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { addWebhook, webhookBodies } from '../support/webhook-cases.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
/** Directly in the database, so that no grant ends. */
const requireSecondFactor = (id: string) => db().tenant.update({ where: { id }, data: { mfaPolicy: 'REQUIRED' } });
const setPolicy = (id: string, token: string, mfaPolicy: 'OPTIONAL' | 'REQUIRED') =>
  send(server.issuer, 'PATCH', `/api/tenants/${id}`, token, { mfaPolicy });
const outcome = ({ status, body }: Awaited<ReturnType<typeof send>>) =>
  status < 400 ? status : `${status} ${body['error']}`;
const refused = '403 SECOND_FACTOR_REQUIRED';

/** A token of a user with a second factor, for one of their tenants. */
async function strongToken(member: { userId: string; email: string }, slug: string) {
  const { browser } = await enrol(server, member);
  const { page, finish } = await begin(server, { browser, changes: { tenant: slug } });
  return { browser, tokens: await finish(page) };
}

async function makeSuperAdmin({ userId }: { userId: string }): Promise<void> {
  await db().user.update({ where: { id: userId }, data: { superAdmin: true } });
}

/** What a caller with two factors gets; the ids of some things are made up. */
const fine = /^(?:20[0-2]|404 (?:MEMBER|INVITATION|REQUEST|RULE|LEASE|DELIVERY|AGENT|\w+_SEAT|\w+_LINK)_NOT_FOUND)$/u;

/** A valid body for every route with a tenant in its path. If one is missing here, the test below fails. */
const bodies: Record<string, unknown> = {
  'get /api/tenants/{id}': undefined,
  'patch /api/tenants/{id}': { mfaPolicy: 'OPTIONAL' },
  'delete /api/tenants/{id}': undefined,
  'get /api/tenants/{id}/events': undefined,
  'get /api/tenants/{id}/events/export': undefined,
  'get /api/tenants/{id}/members': undefined,
  'patch /api/tenants/{id}/members/{membershipId}': { role: 'member' },
  'delete /api/tenants/{id}/members/{membershipId}': undefined,
  'get /api/tenants/{id}/invitations': undefined,
  'post /api/tenants/{id}/invitations': { email: 'somebody@new.test' },
  'post /api/tenants/{id}/invitations/{invitationId}/resend': undefined,
  'delete /api/tenants/{id}/invitations/{invitationId}': undefined,
  ...plantedBodies,
  'get /api/tenants/{id}/license-requests': undefined,
  'post /api/tenants/{id}/license-requests/{requestId}/approve': {},
  'post /api/tenants/{id}/license-requests/{requestId}/decline': {},
  'get /api/tenants/{id}/license-mails': undefined,
  'put /api/tenants/{id}/license-mails': { muted: [] },
  'get /api/tenants/{id}/leases': undefined,
  'delete /api/tenants/{id}/leases/{leaseId}': undefined,
  'get /api/tenants/{id}/agent-seats': undefined,
  'post /api/tenants/{id}/agent-seats': { clientId: 'demo-web', applicationId: crm, licenseTypeId: basic },
  'delete /api/tenants/{id}/agent-seats/{agentSeatId}': undefined,
  'get /api/tenants/{id}/license-rules': undefined,
  'post /api/tenants/{id}/license-rules': { applicationId: crm, licenseTypeId: basic },
  'delete /api/tenants/{id}/license-rules/{ruleId}': undefined,
  'get /api/tenants/{id}/license-history': undefined,
  'get /api/tenants/{id}/license-history/export': undefined,
  ...webhookBodies,
  'get /api/licensing/tenants/{id}/statement': undefined,
  'get /api/licensing/tenants/{tenantId}/license-overview': undefined,
  'get /api/licensing/tenants/{id}/subscriptions': undefined,
  'post /api/licensing/tenants/{id}/subscriptions': { applicationId: crm, licenseTypeId: basic, quantity: 1 },
  'patch /api/licensing/tenants/{id}/subscriptions/{subscriptionId}': { quantity: 5 },
};

type Ids = 'membershipId' | 'invitationId' | 'webhookId' | keyof Awaited<ReturnType<typeof plantIds>>;
interface Scene extends Record<Ids, string> {
  tenant: LicensedTenant;
}

function requestAll(scene: Scene, token: string, only: (route: string) => boolean = () => true) {
  return Object.entries(bodies)
    .filter(([route]) => only(route))
    .map(async ([route, body]) => {
      const [method = '', template = ''] = route.split(' ');
      const path = template
        .replace(/\{(?:id|tenantId)\}/u, scene.tenant.id)
        .replace(/\{(\w+)\}/gu, (all, name: keyof Scene) => (name in scene ? String(scene[name]) : all))
        .replace('{userId}', scene.tenant.owner.userId)
        .replace(/\{(?:request|rule|delivery|lease)Id\}/u, random)
        .replace(/export$/u, 'export?format=ndjson&to=2020-01-01')
        .replace(/statement$/u, `statement?applicationId=${crm}&from=2026-01-01&to=2026-01-31`)
        .replace('{subscriptionId}', scene.tenant.subscriptionId);
      return [route, outcome(await send(server.issuer, method.toUpperCase(), path, token, body))] as const;
    });
}

async function strictScene(): Promise<Scene & { member: Member }> {
  const tenant = await licensedTenant(server, 5, basic);
  const member = await addMember(server, tenant.id, 'member');
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const body = { email: 'waiting@new.test' };
  const invited = await send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, token, body);
  const planted = { webhookId: await addWebhook(server, tenant.id), ...(await plantIds(server, tenant.id)) };
  await requireSecondFactor(tenant.id);
  const ids = { membershipId: member.membershipId, invitationId: String(invited.body['id']) };
  return { tenant, member, ...ids, ...planted };
}

test('every route with a tenant in its path is covered here', (t) => {
  const routes = Object.entries(server.identity.openApi.paths)
    .filter(([path]) => /^\/api\/(?:licensing\/)?tenants\/\{/u.test(path))
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`));
  t.deepEqual(routes.sort(), Object.keys(bodies).sort());
});

test('one factor opens no route of a tenant that requires two, whichever tenant the token is for', async (t) => {
  const scene = await strictScene();
  const { tenant, member } = scene;
  const side = await freshTenant(server);
  for (const { userId } of [tenant.owner, member])
    await db().membership.create({ data: { tenantId: side.id, userId, role: 'owner' } });
  const admin = await addUser(server);
  await makeSuperAdmin(admin);

  const ofTenants = (route: string) => route.includes(' /api/tenants/');
  for (const [who, { email }, only] of [
    ['owner', tenant.owner, ofTenants],
    ['member', member, ofTenants],
    ['super admin', admin, undefined],
  ] as const) {
    const token = await tokenOf(server.issuer, email, who === 'super admin' ? undefined : side.slug);
    for (const [route, response] of await Promise.all(requestAll(scene, token, only)))
      t.is(response, refused, `${who}: ${route}`);
  }
  t.like(await db().tenant.findUnique({ where: { id: tenant.id } }), { mfaPolicy: 'REQUIRED' });
  t.is(await db().membership.count({ where: { tenantId: tenant.id } }), 2);
});

test('two factors open them, and machines are not asked', async (t) => {
  const scene = await strictScene();
  const admin = await addUser(server);
  await makeSuperAdmin(admin);
  const { tokens } = await enrol(server, admin);
  // In this order each request succeeds; the deletion comes last.
  const later = ['delete /api/tenants/{id}/members/{membershipId}', 'delete /api/tenants/{id}'];
  for (const request of requestAll(scene, tokens.access_token, (route) => route.startsWith('get ')))
    t.is((await request)[1], 200);
  for (const [route] of Object.entries(bodies).filter(([name]) => !name.startsWith('get ') && !later.includes(name)))
    for (const request of requestAll(scene, tokens.access_token, (name) => name === route))
      t.regex(String((await request)[1]), fine, route);
  await requireSecondFactor(scene.tenant.id);
  const machine = await machineToken(server, scene.tenant.id, ['tenants:read', 'licenses:read']);
  for (const path of [
    `/api/tenants/${scene.tenant.id}`,
    `/api/tenants/${scene.tenant.id}/members`,
    `/api/licensing/tenants/${scene.tenant.id}/license-overview`,
    `/api/integration/licenses/apps/${crm}/count`,
  ])
    t.is((await call(server.issuer, path, machine)).status, 200, path);
  for (const route of later)
    for (const request of requestAll(scene, tokens.access_token, (name) => name === route))
      t.is((await request)[1], 200, route);
});

test('an outsider is told that there is no such tenant, whatever it requires', async (t) => {
  const scene = await strictScene();
  const token = await tokenOf(server.issuer, (await addUser(server)).email);
  const ofTenants = (route: string) => route.includes(' /api/tenants/');
  for (const [route, response] of await Promise.all(requestAll(scene, token, ofTenants)))
    t.is(response, '404 TENANT_NOT_FOUND', route);
});

test('one factor opens no license of a tenant that requires two', async (t) => {
  const tenant = await licensedTenant(server, 5, basic);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const base = '/api/integration/licenses';
  const about = `applicationId=${crm}`;
  const person = { userId: tenant.owner.userId, applicationId: crm };
  const requests: [string, string, unknown?][] = [
    ['GET', `${base}/check?${about}`],
    ['POST', `${base}/check`, person],
    ['GET', `${base}/feature?${about}&featureKey=x`],
    ['POST', `${base}/feature`, { ...person, featureKey: 'x' }],
    ['GET', `${base}/type?${about}`],
    ['GET', `${base}/apps/${crm}/users`],
    ['GET', `${base}/apps/${crm}/count`],
    ['POST', `${base}/grant`, { ...person, licenseTypeId: basic }],
    ['POST', `${base}/revoke`, person],
    ['POST', `${base}/request`, { applicationId: crm }],
    ['POST', `${base}/lease`, { applicationId: crm, days: 1 }],
  ];
  const known = Object.entries(server.identity.openApi.paths)
    .filter(([path]) => path.startsWith(`${base}/`))
    .flatMap(([, operations]) => Object.keys(operations));
  t.is(known.length, requests.length + 1, 'every route is covered; the snapshot is for machines only');
  await requireSecondFactor(tenant.id);
  for (const [method, path, body] of requests)
    t.is(outcome(await send(server.issuer, method, path, token, body)), refused, `${method} ${path}`);
  t.is(await db().seat.count({ where: { tenantId: tenant.id } }), 0);
});

test('requiring a second factor ends what members were granted with one, and nothing else', async (t) => {
  const [tenant, side] = [await freshTenant(server), await freshTenant(server)];
  const member = await addMember(server, tenant.id, 'member');
  const strong = await addMember(server, tenant.id, 'member');
  for (const { userId } of [tenant.owner, member])
    await db().membership.create({ data: { tenantId: side.id, userId, role: 'owner' } });
  const web = await configure(server.issuer, 'demo-web');
  const owner = await signIn(server.issuer, { email: tenant.owner.email, changes: { tenant: tenant.slug } });
  const weak = await signIn(server.issuer, { email: member.email, changes: { tenant: tenant.slug } });
  const elsewhere = await signIn(server.issuer, { email: member.email, changes: { tenant: side.slug } });
  const { tokens: two } = await strongToken(strong, tenant.slug);
  const machine = await machineToken(server, tenant.id, ['tenants:read']);

  t.is((await setPolicy(tenant.id, owner.tokens.access_token, 'REQUIRED')).status, 200, 'it was optional until now');

  for (const { tokens } of [owner, weak]) {
    t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
    await t.throwsAsync(client.refreshTokenGrant(web, String(tokens.refresh_token)));
  }
  t.is((await call(server.issuer, '/api/users/me', elsewhere.tokens.access_token)).status, 200);
  t.truthy((await client.refreshTokenGrant(web, String(elsewhere.tokens.refresh_token))).access_token);
  t.is((await call(server.issuer, `/api/tenants/${tenant.id}`, two.access_token)).status, 200);
  const again = await client.refreshTokenGrant(web, String(two.refresh_token));
  t.is((await call(server.issuer, `/api/tenants/${tenant.id}`, again.access_token)).status, 200);
  t.is((await call(server.issuer, `/api/tenants/${tenant.id}`, machine)).status, 200);
});

test('switching the requirement off again needs the second factor', async (t) => {
  const tenant = await freshTenant(server);
  const other = await addMember(server, tenant.id, 'owner');
  const side = await freshTenant(server);
  await db().membership.create({ data: { tenantId: side.id, userId: other.userId, role: 'owner' } });
  await requireSecondFactor(tenant.id);
  const weak = await tokenOf(server.issuer, other.email, side.slug);
  t.is(outcome(await setPolicy(tenant.id, weak, 'OPTIONAL')), refused);
  const { tokens } = await strongToken(tenant.owner, tenant.slug);
  t.is(outcome(await setPolicy(tenant.id, tokens.access_token, 'OPTIONAL')), 200);
  t.is((await db().tenant.findUniqueOrThrow({ where: { id: tenant.id } })).mfaPolicy, 'OPTIONAL');
});

test('a session that passes the second factor later opens the tenant with the tokens it has', async (t) => {
  const [tenant, side] = [await freshTenant(server), await freshTenant(server)];
  const { secret } = await enrol(server, tenant.owner);
  await db().membership.create({ data: { tenantId: side.id, userId: tenant.owner.userId, role: 'member' } });
  // A sign-in from before the app was set up.
  await db().user.update({ where: { id: tenant.owner.userId }, data: { mfaEnabled: false } });
  const browser = new TestBrowser(server.issuer);
  const { tokens } = await signIn(server.issuer, {
    browser,
    email: tenant.owner.email,
    changes: { tenant: tenant.slug },
  });
  await db().user.update({ where: { id: tenant.owner.userId }, data: { mfaEnabled: true } });
  await requireSecondFactor(tenant.id);
  const read = () => call(server.issuer, `/api/tenants/${tenant.id}`, tokens.access_token).then(outcome);
  t.is(await read(), refused);
  const stepUp = await begin(server, { browser, changes: { tenant: side.slug, acr_values: twoFactors } });
  await stepUp.finish(await browser.submit(stepUp.page, { code: totp(secret) }));
  t.is(await read(), 200);
  const again = await client.refreshTokenGrant(
    await configure(server.issuer, 'demo-web'),
    String(tokens.refresh_token),
  );
  t.is((await call(server.issuer, `/api/tenants/${tenant.id}`, again.access_token)).status, 200);
});

test('a grant that was made with two factors keeps them when its browser session has expired', async (t) => {
  const tenant = await freshTenant(server);
  await requireSecondFactor(tenant.id);
  const { tokens } = await strongToken(tenant.owner, tenant.slug);
  await db().oidcSession.deleteMany({ where: { accountId: tenant.owner.userId } });
  t.is((await call(server.issuer, `/api/tenants/${tenant.id}`, tokens.access_token)).status, 200);
  const web = await configure(server.issuer, 'demo-web');
  const again = await client.refreshTokenGrant(web, String(tokens.refresh_token));
  t.is((await call(server.issuer, `/api/tenants/${tenant.id}`, again.access_token)).status, 200);
});

test('a code or refresh token with one factor gives no token for a tenant that requires two by now', async (t) => {
  const tenant = await freshTenant(server);
  const { tokens } = await signIn(server.issuer, { email: tenant.owner.email });
  const { page, finish } = await begin(server, { email: tenant.owner.email });
  // As if the sign-in had been decided just before the switch, and its grant written just after it.
  await requireSecondFactor(tenant.id);
  await t.throwsAsync(finish(page), { code: 'OAUTH_RESPONSE_BODY_ERROR' });
  const web = await configure(server.issuer, 'demo-web');
  await t.throwsAsync(client.refreshTokenGrant(web, String(tokens.refresh_token)));
});

test('an unknown tenant is 404 for a super admin with one factor', async (t) => {
  const admin = await addUser(server);
  await makeSuperAdmin(admin);
  const token = await tokenOf(server.issuer, admin.email);
  for (const path of [`/api/tenants/${random}`, `/api/licensing/tenants/${random}/subscriptions`])
    t.is(outcome(await call(server.issuer, path, token)), '404 TENANT_NOT_FOUND');
});
