import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  type Domain,
  type DomainServer,
  domainScene,
  freshDomain,
  startDomainServer,
} from '../support/domain-tests.js';
import { machineToken } from '../support/licensing-api.js';
import { addMember, type send, tokenOf } from '../support/tenant-api.js';
import { addClient, allowedToken } from '../support/third-party.js';

let server: DomainServer;
test.before(async () => {
  server = await startDomainServer();
});
test.after.always(() => server?.stop());

const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']];

test('a domain is added, proven by its record, listed and removed', async (t) => {
  const { call, verify, publish, eventTypes } = await domainScene(server);
  const name = freshDomain();
  const added = await call('POST', '', { domain: ` ${name.toUpperCase()}. ` });
  t.is(added.status, 201);
  const domain = added.body as unknown as Domain;
  t.deepEqual(Object.keys(domain), ['id', 'domain', 'status', 'record', 'checkedAt', 'createdAt']);
  t.like(domain, { domain: name, status: 'PENDING', checkedAt: null });
  t.is(domain.record.name, `_identity-verification.${name}`);
  t.regex(domain.record.value, /^identity-verification=[0-9a-f]{40}$/u);

  const early = await verify(domain);
  t.like(early, { status: 200, body: { status: 'PENDING' } });
  t.truthy(early.body['checkedAt']);
  server.dns.records.set(domain.record.name, ['identity-verification=of-another']);
  t.like(await verify(domain), { status: 200, body: { status: 'PENDING' } });
  publish(domain);
  const { body } = await verify(domain);
  t.like(body, { id: domain.id, status: 'VERIFIED', record: domain.record });
  t.deepEqual(Object.keys(body), Object.keys(domain));
  t.like(((await call('GET')).body['domains'] as Domain[])[0], { id: domain.id, status: 'VERIFIED' });

  t.like(await call('DELETE', `/${domain.id}`), { status: 200, body: { success: true } });
  t.deepEqual((await call('GET')).body, { domains: [] });
  t.deepEqual(await eventTypes(), ['domain.added', 'domain.verified', 'domain.removed']);
});

test('a domain that another tenant has verified can be neither added nor verified', async (t) => {
  const [one, other] = [await domainScene(server), await domainScene(server)];
  const name = freshDomain();
  const [first, second] = [await one.add(name), await other.add(name)];
  t.not(first.record.value, second.record.value);
  server.dns.records.set(first.record.name, [first.record.value, second.record.value]);
  t.is((await one.verify(first)).body['status'], 'VERIFIED');
  t.deepEqual(codeOf(await other.verify(second)), [409, 'DOMAIN_TAKEN']);
  t.is((await other.stored(second)).status, 'PENDING');
  t.deepEqual(codeOf(await (await domainScene(server)).call('POST', '', { domain: name })), [409, 'DOMAIN_TAKEN']);
  // What it has verified itself is only there already.
  t.deepEqual(codeOf(await one.call('POST', '', { domain: name })), [409, 'DOMAIN_EXISTS']);
  await one.call('DELETE', `/${first.id}`);
  t.is((await other.verify(second)).body['status'], 'VERIFIED');
});

test('of tenants that verify a domain at once, one has it', async (t) => {
  const scenes = await Promise.all([domainScene(server), domainScene(server), domainScene(server)]);
  const name = freshDomain();
  const domains = await Promise.all(scenes.map(({ add }) => add(name)));
  const recordName = `_identity-verification.${name}`;
  server.dns.records.set(
    recordName,
    domains.map(({ record }) => record.value),
  );
  const responses = await Promise.all(scenes.map(({ verify }, index) => verify(domains[index] as Domain)));
  t.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409]);
  t.is(await server.identity.db.domain.count({ where: { domain: name, status: 'VERIFIED' } }), 1);
});

test('a DNS server that fails changes nothing', async (t) => {
  const { add, verify, stored, addVerified } = await domainScene(server);
  for (const domain of [await add(), await addVerified()]) {
    const before = await stored(domain);
    server.dns.broken.set(domain.record.name, 'fails');
    t.like(await verify(domain), { status: 200, body: { checkedAt: domain.checkedAt, status: domain.status } });
    t.deepEqual(await stored(domain), before);
  }
});

test('only domains that a tenant can have alone are accepted', async (t) => {
  const { call } = await domainScene(server);
  const refused = [
    ...['gmail.com', 'mail.Gmail.com', 'yahoo.co.uk', 'outlook.de', 'proton.me'],
    ...['com', 'co.uk', 'github.io', 'test', 'localhost', 'app.localhost'],
    ...['127.0.0.1', '0x7f.1', '[::1]', '1.2.3', 'acme.123'],
    ...['', '.', 'acme..test', '-acme.test', 'ac_me.test', 'acme test.com', 'https://acme.test', 'me@acme.test'],
    ...['acme.test:53', 'acme.test/a', '%61cme.test', `${'a'.repeat(64)}.test`, `${'a.'.repeat(120)}test`],
    'a'.repeat(300),
  ];
  for (const domain of refused)
    t.deepEqual(codeOf(await call('POST', '', { domain })), [422, 'VALIDATION_FAILED'], domain);
  for (const body of [{}, { domain: 1 }, { domain: 'acme.test', status: 'VERIFIED' }])
    t.is((await call('POST', '', body)).status, 422);
  t.is((await call('POST', '', { domain: 'MÜLLER.example' })).body['domain'], 'xn--mller-kva.example');
  t.is((await call('POST', '', { domain: 'mail.acme.co.uk' })).body['domain'], 'mail.acme.co.uk');
});

test('a tenant has 50 domains at most, also if they are added at once', async (t) => {
  const { tenantId, call } = await domainScene(server);
  const proof = 'x'.repeat(32);
  const data = Array.from({ length: 48 }, () => ({ tenantId, domain: freshDomain(), proof }));
  await server.identity.db.domain.createMany({ data });
  const added = await Promise.all(Array.from({ length: 4 }, () => call('POST', '', { domain: freshDomain() })));
  t.deepEqual(added.map(({ status }) => status).sort(), [201, 201, 422, 422]);
});

test('domains are for owners of the tenant', async (t) => {
  const { tenantId, call, add, token } = await domainScene(server);
  const domain = await add();
  const tokenFor = async (role: 'admin' | 'member') =>
    tokenOf(server.issuer, (await addMember(server, tenantId, role)).email);
  const requests: [string, string, unknown?][] = [
    ['GET', ''],
    ['POST', '', { domain: freshDomain() }],
    ['POST', `/${domain.id}/verify`],
    ['DELETE', `/${domain.id}`],
  ];
  const stranger = await domainScene(server);
  const machine = await machineToken(server, tenantId, ['tenants:read']);
  const [admin, member] = [await tokenFor('admin'), await tokenFor('member')];
  for (const [method, path, body] of requests) {
    for (const by of [admin, member, machine])
      t.deepEqual(codeOf(await call(method, path, body, by)), [403, 'FORBIDDEN'], `${method} ${path}`);
    t.deepEqual(codeOf(await call(method, path, body, stranger.token)), [404, 'TENANT_NOT_FOUND']);
    t.is((await call(method, path, body, '')).status, 401);
  }
  // Ids of another tenant's domains are not known in one's own.
  for (const id of [domain.id, randomUUID(), 'nothing']) {
    t.deepEqual(codeOf(await stranger.call('POST', `/${id}/verify`)), [404, 'DOMAIN_NOT_FOUND']);
    t.deepEqual(codeOf(await stranger.call('DELETE', `/${id}`)), [404, 'DOMAIN_NOT_FOUND']);
  }
  t.is((await call('GET', '', undefined, token)).status, 200);
});

test('a third-party client needs the scopes of connections', async (t) => {
  const { owner, call } = await domainScene(server);
  const clientId = await addClient(server, { scopes: ['tenants:write', 'connections:read'] });
  const asking = { clientId, email: owner.email };
  const without = await allowedToken(server, { ...asking, scope: 'openid tenants:write' });
  t.is((await call('GET', '', undefined, without)).status, 403);
  const reading = await allowedToken(server, { ...asking, scope: 'openid connections:read' });
  t.is((await call('GET', '', undefined, reading)).status, 200);
  t.is((await call('POST', '', { domain: freshDomain() }, reading)).status, 403);
});

test('a domain of an active connection is not removed', async (t) => {
  const { tenantId, call, addVerified } = await domainScene(server);
  const { id: domainId } = await addVerified();
  const { db } = server.identity;
  const { id } = await db.connection.create({
    data: {
      tenantId,
      kind: 'OIDC',
      name: 'Okta',
      status: 'ACTIVE',
      issuer: 'https://okta.test',
      settings: { clientId: 'id', emailClaim: 'email', logoutAtProvider: false },
      secret: new Uint8Array(1),
      domains: { create: { domainId, active: true } },
    },
  });
  t.deepEqual(codeOf(await call('DELETE', `/${domainId}`)), [409, 'DOMAIN_IN_USE']);
  await db.connection.update({ where: { id }, data: { status: 'DISABLED' } });
  t.is((await call('DELETE', `/${domainId}`)).status, 200);
});

test('the domains of a tenant are looked up 30 times in an hour', async (t) => {
  const { tenantId, add, verify } = await domainScene(server);
  const domain = await add();
  await server.identity.db.$executeRaw`
    INSERT INTO identity.rate_limits (key, points, expire)
    VALUES (${`domain_checks:${tenantId}`}, 29, (extract(epoch FROM now()) * 1000)::bigint + 60000)`;
  t.is((await verify(domain)).status, 200);
  const asked = server.dns.asked.filter((name) => name === domain.record.name).length;
  t.deepEqual(codeOf(await verify(domain)), [429, 'RATE_LIMITED']);
  t.is(server.dns.asked.filter((name) => name === domain.record.name).length, asked);
});

test('when the reply of a check fails, nothing is written', async (t) => {
  const { tenantId, add, publish, verify, stored, eventTypes } = await domainScene(server);
  const domain = await add();
  publish(domain);
  const { db } = server.identity;
  // In the year 10000: PostgreSQL can store it, but the reply cannot represent it.
  await db.$executeRawUnsafe(`CREATE FUNCTION identity.spoil() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.checked_at := '10000-01-02Z'; RETURN NEW; END $$`);
  await db.$executeRawUnsafe(`CREATE TRIGGER spoil BEFORE UPDATE ON identity.domains FOR EACH ROW
    WHEN (NEW.tenant_id = '${tenantId}') EXECUTE FUNCTION identity.spoil()`);
  const before = await stored(domain);
  t.is((await verify(domain)).status, 500);
  t.deepEqual(await stored(domain), before);
  t.deepEqual(await eventTypes(), ['domain.added']);
});

test('a domain that is removed while it is looked up stays removed', async (t) => {
  const { add, publish, verify, call, eventTypes } = await domainScene(server);
  const domain = await add();
  publish(domain);
  server.dns.beforeResponse = async (name) => {
    if (name === domain.record.name) await call('DELETE', `/${domain.id}`);
  };
  t.deepEqual(codeOf(await verify(domain)), [404, 'DOMAIN_NOT_FOUND']);
  t.deepEqual(await eventTypes(), ['domain.added', 'domain.removed']);
});
