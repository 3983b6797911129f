import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { post } from '../support/account-pages.js';
import { plantConnection, settingsForm } from '../support/connection-changes.js';
import { outcomeOf } from '../support/console-pages.js';
import { type DomainServer, startDomainServer } from '../support/domain-tests.js';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.js';
import { openedLink, sentLink, setUpConnection, setUpDomain, testConnection } from '../support/setup-link-tests.js';
import { addMember, addUser, freshTenant } from '../support/tenant-api.js';

let server: DomainServer;
let upstream: HostileUpstream;
test.before(async () => {
  [server, upstream] = await Promise.all([startDomainServer(), startHostileUpstream()]);
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

const idIn = (page: { url: URL }) => page.url.pathname.split('/').at(-1) ?? '';
const domainOf = (tenantId: string) => server.identity.db.domain.findFirstOrThrow({ where: { tenantId } });
const eventsOf = async (tenantId: string) => {
  const rows = await server.identity.db.event.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  return rows.map(({ type, actorKind, actorId }) => [type, actorKind, actorId]);
};

test('an owner mails a link, and whoever opens it needs no account', async (t) => {
  const { tenant, email, sent, text, link, linkId, owner, path } = await sentLink(server);
  t.is(sent.location, `${path}?done=link-sent`);
  t.regex(text, /Okta/u);
  const stored = await server.identity.db.setupLink.findUniqueOrThrow({ where: { id: linkId } });
  const days = (stored.expiresAt.getTime() - Date.now()) / (24 * 60 * 60 * 1000);
  t.true(days > 6.99 && days <= 7);
  t.false(JSON.stringify(stored).includes(link.split('/').at(-1) ?? ''), 'only the hash is stored');

  const visitor = new TestBrowser(server.issuer);
  const landing = await visitor.open(link);
  t.is(landing.status, 200);
  t.is((await visitor.open('/setup')).status, 404, 'a mail scanner that opens the link has changed nothing');
  t.is((await server.identity.db.setupLink.findUniqueOrThrow({ where: { id: linkId } })).lastUsedAt, null);
  const start = await visitor.submit(landing, {});
  t.is(start.url.pathname, '/setup');
  t.is(start.status, 200);
  await visitor.submit(await visitor.open(link), {});
  t.deepEqual(await eventsOf(tenant.id), [
    ['setup_link.created', 'user', tenant.owner.userId],
    ['setup_link.used', 'machine', linkId],
    ['setup_link.used', 'machine', linkId],
  ]);
  t.true((await owner.open(path)).html.includes(email));
});

test('the visitor proves a domain, connects a provider, tests and activates it, and adds a directory', async (t) => {
  const opened = await openedLink(server);
  const { tenant, visitor, linkId } = opened;
  const domain = await setUpDomain(server, opened);
  const { id: domainId, status } = await domainOf(tenant.id);
  t.is(status, 'VERIFIED');
  const page = await setUpConnection(opened, upstream, { domainId });
  t.is(page.status, 200);
  const tested = await testConnection(opened, upstream, page, { sub: 'it', email: `it@${domain}` });
  t.is(tested.status, 200);
  t.true(tested.html.includes(`/setup/single-sign-on/connections/${idIn(page)}`));
  const asked = await post(visitor, page, { action: 'activate' });
  await post(visitor, page, { action: 'activate', outcome: outcomeOf(asked) });
  const where = { id: idIn(page) };
  t.like(await server.identity.db.connection.findUniqueOrThrow({ where }), {
    status: 'ACTIVE',
    defaultRole: 'member',
    trustMfa: false,
  });
  const directory = await post(visitor, opened.signOn, { name: 'Okta' }, { path: '/setup/directories' });
  t.regex(directory.html, /scim\/v2\//u);
  const types = (await eventsOf(tenant.id)).slice(2);
  t.deepEqual(
    types.map(([type]) => type),
    [
      'domain.added',
      'domain.verified',
      'connection.created',
      'connection.test_started',
      'connection.tested',
      'connection.activated',
      'directory.created',
    ],
  );
  t.true(types.every(([, kind, id]) => kind === 'machine' && id === linkId));
});

test('a setup link opens nothing but its own pages', async (t) => {
  const { visitor, tenant, start, signOn } = await openedLink(server);
  const consolePages = ['', '/members', '/invitations', '/settings', '/audit', '/licenses', '/policy', '/webhooks'];
  for (const path of consolePages) {
    const page = await visitor.open(`/console/${tenant.slug}${path}`);
    t.true(page.url.pathname.startsWith('/interaction/') || page.status === 404, `/console${path}`);
    if (path !== '') t.is((await visitor.open(`/setup${path}`)).status, 404, `/setup${path}`);
  }
  for (const path of ['/account', '/platform', '/console'])
    t.true((await visitor.open(path)).url.pathname.startsWith('/interaction/'), path);
  t.is((await visitor.open('/setup/single-sign-on/setup-links')).status, 404, 'no links to make further links');
  const made = { email: 'friend@other.test' };
  t.is((await post(visitor, signOn, made, { path: '/setup/single-sign-on/setup-links' })).status, 404);
  const links = [...start.html.matchAll(/href="(\/[^"]*)"/gu)].map(([, href]) => String(href));
  t.true(links.length > 3);
  t.deepEqual(
    links.filter((href) => !href.startsWith('/setup') && !href.startsWith('/assets')),
    [],
  );
});

test('it changes neither what exists nor who is trusted', async (t) => {
  const opened = await openedLink(server);
  const { tenant, visitor, signOn } = opened;
  const { db } = server.identity;
  const activeId = await plantConnection(server, tenant.id, 'ACTIVE');
  const makesAdmins = await plantConnection(server, tenant.id, 'TESTED');
  await db.connection.update({ where: { id: makesAdmins }, data: { defaultRole: 'admin' } });
  const attempt = {
    connectionId: activeId,
    result: 'SIGNED_IN',
    reason: 'created',
    email: 'secret@person.test',
  } as const;
  await db.connectionAttempt.create({ data: attempt });
  const group = await db.group.create({ data: { tenantId: tenant.id, name: 'Board', nameKey: 'board' } });
  const directory = await db.directory.create({ data: { tenantId: tenant.id, name: 'Entra' } });
  const [domain] = await db.domain.findMany({ where: { tenantId: tenant.id } });
  const state = async () => ({
    domains: await db.domain.findMany({ where: { tenantId: tenant.id }, orderBy: { id: 'asc' } }),
    connections: await db.connection.findMany({ where: { tenantId: tenant.id }, orderBy: { id: 'asc' } }),
    directories: await db.directory.findMany({ where: { tenantId: tenant.id } }),
    groups: await db.connectionGroup.findMany({ where: { tenantId: tenant.id } }),
  });
  const before = await state();
  const connection = (id: string) => `/setup/single-sign-on/connections/${id}`;
  const attempts: [string, Record<string, string>][] = [
    [`/setup/single-sign-on/domains/${domain?.id}`, { action: 'delete' }],
    [connection(activeId), { action: 'disable' }],
    [connection(activeId), { action: 'delete' }],
    [connection(activeId), { action: 'test' }],
    [`${connection(activeId)}/settings`, { ...(await settingsForm(server, activeId)), name: 'Mine' }],
    [
      `${connection(activeId)}/settings`,
      { ...(await settingsForm(server, activeId)), clientId: 'x', clientSecret: 'x', understood: 'on' },
    ],
    [connection(makesAdmins), { action: 'activate' }],
    [connection(makesAdmins), { action: 'test' }],
    [
      `${connection(makesAdmins)}/settings`,
      { ...(await settingsForm(server, makesAdmins)), clientId: 'x', clientSecret: 'x' },
    ],
    [`/setup/directories/${directory.id}`, { action: 'rotate' }],
    [`/setup/directories/${directory.id}`, { action: 'delete' }],
  ];
  for (const [path, fields] of attempts) {
    const { status } = await post(visitor, signOn, fields, { path });
    t.true(status === 403 || status === 404, `${path} ${JSON.stringify(fields)}: ${status}`);
  }
  t.deepEqual(await state(), before);

  const changes = { defaultRole: 'admin', trustMfa: 'on', [`group.${group.id}`]: 'on' };
  const page = await setUpConnection(opened, upstream, { domainId: domain?.id ?? '', changes });
  const created = await db.connection.findUniqueOrThrow({
    where: { id: idIn(page) },
    include: { defaultGroups: true },
  });
  t.like(created, { defaultRole: 'member', trustMfa: false, defaultGroups: [] });

  const shown = await Promise.all(
    ['', '/single-sign-on', '/single-sign-on/add', '/directories'].map((path) => visitor.open(`/setup${path}`)),
  );
  const active = await visitor.open(connection(activeId));
  t.is(active.status, 200);
  for (const { html } of [...shown, active, page]) {
    for (const secret of ['secret@person.test', 'Board', tenant.owner.email]) t.false(html.includes(secret), secret);
  }
});

test('it does not replace the connection by which others sign in', async (t) => {
  const opened = await openedLink(server);
  const { tenant, visitor } = opened;
  await plantConnection(server, tenant.id, 'ACTIVE');
  const { id: domainId, domain } = await domainOf(tenant.id);
  const page = await setUpConnection(opened, upstream, { domainId });
  await testConnection(opened, upstream, page, { sub: 'it', email: `it@${domain}` });
  const asked = await post(visitor, page, { action: 'activate' });
  t.is(asked.status, 403);
  t.regex(asked.html, /Another connection is active for this domain/u);
  t.is(await server.identity.db.connection.count({ where: { tenantId: tenant.id, status: 'ACTIVE' } }), 1);
});

test('its tests do not tell who has an account', async (t) => {
  const opened = await openedLink(server);
  const { tenant } = opened;
  const domain = await setUpDomain(server, opened);
  const { id: domainId } = await domainOf(tenant.id);
  const page = await setUpConnection(opened, upstream, { domainId });
  const known = await addUser(server, `known@${domain}`);
  const member = await addMember(server, tenant.id, 'member');
  await server.identity.db.user.update({ where: { id: member.userId }, data: { normalizedEmail: `m@${domain}` } });
  const resultFor = async (email: string) => {
    const { html } = await testConnection(opened, upstream, page, { sub: 'same', email });
    return html.replaceAll(email, 'EMAIL');
  };
  const unknown = await resultFor(`unknown@${domain}`);
  t.is(await resultFor(known.email), unknown);
  t.is(await resultFor(`m@${domain}`), unknown);
  t.regex(await resultFor('it@elsewhere.test'), /in none of the verified domains/u);
});

test('a link of one tenant reaches nothing of another, and its forms need their token', async (t) => {
  const one = await openedLink(server);
  const other = await freshTenant(server);
  const foreign = await plantConnection(server, other.id);
  const { id: domainId } = await domainOf(other.id);
  const paths = [`/connections/${foreign}`, `/connections/${foreign}/settings`, `/domains/${domainId}`];
  for (const path of paths) t.is((await one.visitor.open(`/setup/single-sign-on${path}`)).status, 404, path);
  const saved = await setUpConnection(one, upstream, { domainId });
  t.is(saved.url.pathname === '/setup' || saved.status >= 400, true, 'a domain of another tenant');
  t.is(await server.identity.db.connection.count({ where: { tenantId: one.tenant.id } }), 0);
  const two = await openedLink(server);
  const body = new URLSearchParams({ domain: 'forged.test', formToken: 'wrong' });
  const url = new URL('/setup/single-sign-on', server.issuer);
  t.is((await one.visitor.request('POST', url, body)).status, 400);
  const stolen = await post(one.visitor, two.signOn, { domain: 'forged.test' }, { path: '/setup/single-sign-on' });
  t.is(stolen.status, 400, 'the token of another link');
});
