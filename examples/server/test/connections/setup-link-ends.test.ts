import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { post } from '../support/account-pages.js';
import { ageSignIn, confirmed, openConsole } from '../support/console-pages.js';
import { type DomainServer, startDomainServer } from '../support/domain-tests.js';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.js';
import { type Opened, openedLink, sentLink, setUpConnection, setUpDomain } from '../support/setup-link-tests.js';
import { addMember } from '../support/tenant-api.js';

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

const ends: Record<string, (opened: Opened) => Promise<unknown>> = {
  'it is withdrawn': ({ owner, page, path, linkId }) =>
    confirmed(owner, page, { withdraw: linkId }, { path: `${path}/setup-links` }),
  'it expires': ({ linkId }) =>
    server.identity.db.setupLink.update({ where: { id: linkId }, data: { expiresAt: new Date(Date.now() - 1000) } }),
  'its owner is an owner no more': ({ tenant }) =>
    server.identity.db.membership.updateMany({ where: { userId: tenant.owner.userId }, data: { role: 'admin' } }),
  'its owner is suspended': ({ tenant }) =>
    server.identity.db.membership.updateMany({ where: { userId: tenant.owner.userId }, data: { status: 'SUSPENDED' } }),
  'its owner is disabled': ({ tenant }) =>
    server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { disabledAt: new Date() } }),
  'the tenant is being closed': ({ tenant }) =>
    server.identity.db.tenant.update({ where: { id: tenant.id }, data: { closingAt: new Date() } }),
};
for (const [title, end] of Object.entries(ends))
  test(`a setup link ends at once when ${title}`, async (t) => {
    const opened = await openedLink(server);
    const { tenant, visitor, signOn, link } = opened;
    const domain = await setUpDomain(server, opened);
    const { id: domainId } = await domainOf(tenant.id);
    const page = await setUpConnection(opened, upstream, { domainId });
    const begun = await post(visitor, page, { action: 'test' });
    const gone = await visitor.open(begun.location ?? '');
    await end(opened);
    const back = await visitor.open(await upstream.visit(gone.url, { sub: 'it', email: `it@${domain}` }));
    t.true(back.status >= 400, 'a test that is under way');
    const testedWhere = { id: idIn(page), status: 'TESTED' } as const;
    t.is(await server.identity.db.connection.count({ where: testedWhere }), 0);
    t.is((await visitor.open('/setup/single-sign-on')).status, 404);
    t.is((await visitor.open(link)).status, 404);
    const added = await post(visitor, signOn, { domain: 'late.test' }, { path: '/setup/single-sign-on' });
    t.is(added.status, 404);
    t.is(await server.identity.db.domain.count({ where: { domain: 'late.test' } }), 0);
  });

test('only owners who signed in just now send links, ten at most', async (t) => {
  const { tenant, owner, page, path } = await sentLink(server);
  const send = (email: string) => post(owner, page, { email }, { path: `${path}/setup-links` });
  t.is((await send('no email')).status, 422);
  const data = Array.from({ length: 9 }, (_, index) => ({
    tenantId: tenant.id,
    createdById: tenant.owner.userId,
    email: `it${index}@provider.test`,
    secretHash: Buffer.from(`${tenant.id}${index}`),
    expiresAt: new Date(Date.now() + 60_000),
  }));
  await server.identity.db.setupLink.createMany({ data });
  const refused = await send('eleventh@provider.test');
  t.is(refused.status, 422);
  t.regex(refused.html, /There are 10 open links already/u);
  await ageSignIn(server, tenant.owner);
  t.is((await send('late@provider.test')).status, 303);
  t.is(await server.identity.db.setupLink.count({ where: { tenantId: tenant.id } }), 10);
  const admin = await addMember(server, tenant.id, 'admin');
  const { browser, page: members } = await openConsole(server, admin, `/console/${tenant.slug}`);
  const asAdmin = await post(browser, members, { email: 'a@provider.test' }, { path: `${path}/setup-links` });
  t.is(asAdmin.status, 403);
});

test('a link cannot be opened any number of times', async (t) => {
  const { link, linkId } = await sentLink(server);
  const open = async () => {
    const visitor = new TestBrowser(server.issuer);
    return (await visitor.request('POST', new URL(link, server.issuer), new URLSearchParams())).status;
  };
  const statuses = [];
  for (let count = 0; count < 61; count += 1) statuses.push(await open());
  t.deepEqual([new Set(statuses.slice(0, 60)), statuses.at(-1)], [new Set([303]), 429]);
  t.is(await server.identity.db.event.count({ where: { subjectId: linkId, type: 'setup_link.used' } }), 60);
});
