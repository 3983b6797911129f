import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  act,
  activeConnection,
  addConnection,
  addDomain,
  connectionBody,
  isDone,
  lines,
  pathOf,
  runTest,
  server,
  signInBy,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['error']];

test('a connection is shown without its secret, in replies, events and logs', async (t) => {
  const tenant = await tenantWithDomain();
  const clientSecret = `very-secret-${randomUUID()}`;
  const created = await send(
    server.issuer,
    'POST',
    pathOf(tenant),
    tenant.token,
    connectionBody(tenant, { clientSecret }),
  );
  t.is(created.status, 201);
  const id = String(created.body['id']);
  const { createdAt, updatedAt, ...rest } = created.body;
  t.deepEqual(rest, {
    id,
    kind: 'OIDC',
    name: 'Corp Login',
    status: 'DRAFT',
    issuer: upstream.issuer,
    clientId: upstream.clientId,
    domains: [tenant.domainId],
    defaultRole: 'member',
    defaultGroups: [],
    roleByGroup: {},
    jit: true,
    trustMfa: false,
    emailClaim: 'email',
    logoutAtProvider: false,
    redirectUri: `${server.issuer}/sso/c/${id}/callback`,
    initiateLoginUri: `${server.issuer}/sso/c/${id}/start`,
    postLogoutRedirectUri: `${server.issuer}/sso/c/${id}/signed-out`,
  });
  t.truthy(createdAt);
  t.truthy(updatedAt);
  const changed = await act(tenant, id, '', 'PATCH', { name: 'New', clientSecret: `${clientSecret}-2` });
  t.is(changed.status, 200);
  const listed = await send(server.issuer, 'GET', pathOf(tenant), tenant.token);
  t.deepEqual(listed.body, { connections: [changed.body] });
  t.deepEqual((await act(tenant, id, '', 'GET')).body, changed.body);
  const events = await server.identity.db.event.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type }) => type),
    ['connection.created', 'connection.updated'],
  );
  t.deepEqual(events[1]?.data, { name: 'New', changed: ['name', 'clientSecret'] });
  const stored = await server.identity.db.connection.findUniqueOrThrow({ where: { id } });
  t.false(Buffer.from(stored.secret ?? []).includes(clientSecret));
  for (const told of [created.body, changed.body, listed.body, events, lines])
    t.false(JSON.stringify(told).includes('very-secret'));
});

test('only owners see and change connections; for others the tenant does not exist', async (t) => {
  const [tenant, other] = [await tenantWithDomain(), await tenantWithDomain()];
  const id = await addConnection(tenant);
  const admin = await tokenOf(server.issuer, (await addMember(server, tenant.id, 'admin')).email);
  const member = await tokenOf(server.issuer, (await addMember(server, tenant.id, 'member')).email);
  const calls: [string, string, unknown?][] = [
    ['GET', pathOf(tenant)],
    ['POST', pathOf(tenant), connectionBody(tenant)],
    ['GET', pathOf(tenant, `/${id}`)],
    ['PATCH', pathOf(tenant, `/${id}`), { name: 'Mine' }],
    ['POST', pathOf(tenant, `/${id}/test`)],
    ['POST', pathOf(tenant, `/${id}/activate`)],
    ['POST', pathOf(tenant, `/${id}/disable`)],
    ['GET', pathOf(tenant, `/${id}/attempts`)],
    ['DELETE', pathOf(tenant, `/${id}`)],
  ];
  for (const [method, path, body] of calls) {
    for (const token of [admin, member])
      t.deepEqual(codeOf(await send(server.issuer, method, path, token, body)), [403, 'FORBIDDEN'], path);
    t.deepEqual(codeOf(await send(server.issuer, method, path, other.token, body)), [404, 'TENANT_NOT_FOUND'], path);
    t.is((await send(server.issuer, method, path, undefined, body)).status, 401);
    // Under the caller's own tenant, the connection of another one does not exist.
    if (path.includes(id)) {
      const own = path.replace(tenant.id, other.id);
      t.deepEqual(
        codeOf(await send(server.issuer, method, own, other.token, body)),
        [404, 'CONNECTION_NOT_FOUND'],
        own,
      );
    }
  }
  t.is((await act(tenant, id, '', 'GET')).body['name'], 'Corp Login');
});

test('changes need a sign-in of less than ten minutes ago, reading does not', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant);
  const { db } = server.identity;
  const [session] = await db.oidcSession.findMany({ where: { accountId: tenant.owner.userId } });
  const payload = { ...(session?.payload as object), loginTs: Math.floor(Date.now() / 1000) - 11 * 60 };
  await db.oidcSession.update({ where: { uid: session?.uid ?? '' }, data: { payload } });
  for (const [method, action, body] of [
    ['PATCH', '', { name: 'Late' }],
    ['POST', '/test'],
    ['POST', '/activate'],
    ['POST', '/disable'],
    ['DELETE', ''],
  ] as const)
    t.deepEqual(codeOf(await act(tenant, id, action, method, body)), [403, 'REAUTHENTICATION_REQUIRED']);
  t.deepEqual(codeOf(await send(server.issuer, 'POST', pathOf(tenant), tenant.token, connectionBody(tenant))), [
    403,
    'REAUTHENTICATION_REQUIRED',
  ]);
  t.is((await act(tenant, id, '', 'GET')).status, 200);
});

test('what does not belong to the tenant, or cannot be used, is refused', async (t) => {
  const [tenant, other] = [await tenantWithDomain(), await tenantWithDomain()];
  const { db } = server.identity;
  const foreign = await db.group.create({ data: { tenantId: other.id, name: 'Foreign', nameKey: 'foreign' } });
  const kept = await db.group.create({
    data: { tenantId: tenant.id, name: 'Kept', nameKey: 'kept', source: 'DIRECTORY' },
  });
  for (const changes of [
    { domains: [other.domainId] },
    { domains: [randomUUID()] },
    { domains: ['not an id'] },
    { defaultRole: 'owner' },
    { defaultGroups: [foreign.id] },
    { defaultGroups: [kept.id] },
    { issuer: 'ftp://login.test' },
    { issuer: 'https://user:secret@login.test' },
    { issuer: 'https://login.test?tenant=1' },
    { issuer: 'https://login.test#x' },
    { issuer: `https://login.test/${'a'.repeat(2000)}` },
    { kind: 'SAML' },
    { name: '' },
    { status: 'ACTIVE' },
    { clientSecret: '' },
  ]) {
    const { status } = await send(server.issuer, 'POST', pathOf(tenant), tenant.token, connectionBody(tenant, changes));
    t.is(status, 422, JSON.stringify(changes));
  }
  t.is(await db.connection.count({ where: { tenantId: tenant.id } }), 0);
});

test('a tenant has twenty connections at most, however many are added at once', async (t) => {
  const tenant = await tenantWithDomain();
  const add = () => send(server.issuer, 'POST', pathOf(tenant), tenant.token, connectionBody(tenant));
  const replies = await Promise.all(Array.from({ length: 23 }, add));
  t.is(replies.filter(({ status }) => status === 201).length, 20);
  const refused = replies.filter(({ status }) => status !== 201);
  for (const reply of refused) t.deepEqual(codeOf(reply), [422, 'VALIDATION_FAILED']);
});

test('a change of what was tested makes a draft, which signs nobody in', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  t.is((await act(tenant, id, '', 'PATCH', { name: 'Other name' })).body['status'], 'ACTIVE');
  t.is((await act(tenant, id, '', 'PATCH', { defaultRole: 'admin' })).body['status'], 'ACTIVE');
  // The same values change nothing.
  t.is((await act(tenant, id, '', 'PATCH', { issuer: upstream.issuer, trustMfa: false })).body['status'], 'ACTIVE');
  t.is((await act(tenant, id, '', 'PATCH', { trustMfa: true })).body['status'], 'DRAFT');
  t.deepEqual(codeOf(await act(tenant, id, '/activate')), [409, 'NOT_TESTED']);
  await runTest(tenant, id);
  t.is((await act(tenant, id, '/activate')).body['status'], 'ACTIVE');
});

test('a test counts only for the settings that it began with', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant);
  const { browser } = tenant.signedIn;
  const { body } = await act(tenant, id, '/test');
  const gone = await browser.open(String(body['url']));
  const response = await upstream.visit(gone.url, { sub: 'tester', email: `tester@${tenant.domain}` });
  await act(tenant, id, '', 'PATCH', { clientId: 'changed-client', clientSecret: 'changed' });
  const page = await browser.open(response);
  t.not(page.status, 200);
  t.deepEqual(codeOf(await act(tenant, id, '/activate')), [409, 'NOT_TESTED']);
});

test('a test is for the browser of its owner, and once', async (t) => {
  const [tenant, other] = [await tenantWithDomain(), await tenantWithDomain()];
  const id = await addConnection(tenant);
  const { body } = await act(tenant, id, '/test');
  const url = String(body['url']);
  t.true(url.startsWith(`${server.issuer}/sso/c/${id}/test/`));
  t.is((await other.signedIn.browser.open(url)).status, 403);
  const gone = await tenant.signedIn.browser.open(url);
  t.is(gone.url.origin, upstream.issuer);
  t.is((await tenant.signedIn.browser.open(url)).status, 403);
  // Replaced by a newer one.
  const first = String((await act(tenant, id, '/test')).body['url']);
  await act(tenant, id, '/test');
  t.is((await tenant.signedIn.browser.open(first)).status, 403);
});

test('a test with a token that is not valid does not count', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant);
  const page = await runTest(tenant, id, { sub: 'x', email: `x@${tenant.domain}` }, { claims: { aud: 'somebody' } });
  t.is(page.status, 400);
  t.regex(page.html, /not successful/u);
  t.deepEqual(codeOf(await act(tenant, id, '/activate')), [409, 'NOT_TESTED']);
  const refused = await runTest(tenant, id, { sub: 'x', email: 'x@foreign.test' });
  t.regex(refused.html, /none of the verified domains/u);
  t.is((await act(tenant, id, '', 'GET')).body['status'], 'TESTED');
  t.is(await server.identity.db.connectionLink.count({ where: { connectionId: id } }), 0);
});

test('a connection without a verified domain is not activated', async (t) => {
  const tenant = await tenantWithDomain();
  const pending = await addDomain(tenant.id, `pending.${tenant.domain}`, 'PENDING');
  const id = await addConnection(tenant, { domains: [pending] });
  await runTest(tenant, id);
  t.deepEqual(codeOf(await act(tenant, id, '/activate')), [409, 'DOMAIN_NOT_VERIFIED']);
});

test('the attempts of a connection are listed for its owner', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  t.true(isDone((await signInBy({ sub: 'ann', email: `ann@${tenant.domain}` })).page));
  await signInBy({ sub: 'x', email: 'x@foreign.test' }, { typed: `a@${tenant.domain}` });
  const forgery = { claims: { nonce: 'wrong' } };
  await signInBy({ sub: 'y', email: `y@${tenant.domain}` }, { forgery });
  const { body } = await act(tenant, id, '/attempts?limit=2', 'GET');
  const attempts = body['attempts'] as Record<string, unknown>[];
  t.deepEqual(body['pagination'], { page: 1, limit: 2, total: 3, pages: 2 });
  t.like(attempts, [
    { result: 'REFUSED', reason: 'not_confirmed', subject: null, email: null },
    { result: 'REFUSED', reason: 'foreign_email', subject: 'x', email: 'x@foreign.test' },
  ]);
  const fields = ['at', 'email', 'id', 'providerError', 'providerErrorDescription', 'reason', 'result', 'subject'];
  t.deepEqual(Object.keys(attempts[0] ?? {}).sort(), fields);
});
