import { randomUUID } from 'node:crypto';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { ageSignIn, leaveUnused } from '../support/console-pages.js';
import { textOf } from '../support/console-visitors.js';
import { random } from '../support/licensing-api.js';
import { lastEvent } from '../support/platform-api.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let operator: Operator;
let down = true;
const sent: string[] = [];
test.before(async () => {
  const mail = {
    send: async ({ to }: { to: string }) => {
      if (down) throw new Error('421 <b>try again later</b>');
      sent.push(to);
    },
  };
  server = await startTestServer({ mail });
  operator = await openPlatform(server);
});
test.after.always(() => server?.stop());

test.serial('a mail that waits is shown without its recipient, and goes out when it is tried again', async (t) => {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const email = `w${randomUUID()}@people.test`;
  await send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, token, { email, role: 'member' });
  const failed = await until(async () => {
    const { html } = await operator.open('queues/mail');
    return html.includes('421 &lt;b>try again later') || html.includes('421 &lt;b&gt;try again later')
      ? html
      : undefined;
  });
  t.false(failed.includes(email));
  t.true(textOf(failed).includes('w…@people.test'));
  const { id } = await server.identity.db.outgoingMail.findFirstOrThrow({ where: { kind: 'invitation' } });
  t.true((await operator.open('queues')).html.includes('href="/platform/queues/mail"'));
  await server.identity.db.outgoingMail.update({
    where: { id },
    data: { failedAt: new Date(), createdAt: new Date(Date.now() - 7_200_000) },
  });
  const overview = textOf((await operator.browser.open('/platform')).html);
  t.true(overview.includes('Mail: 1 failed.'), overview);
  down = false;
  const retried = await operator.post('queues/mail', { entry: id });
  t.is(retried.location, '/platform/queues/mail?done=retried');
  await until(async () => sent.includes(email));
  t.is((await lastEvent(server, 'queue_entry.retried', id)).actorId, operator.userId);
});

test.serial('unknown queues and entries are not found', async (t) => {
  t.is((await operator.open('queues/secrets')).status, 404);
  for (const entry of [random, 'nothing', '']) t.is((await operator.post('queues/mail', { entry })).status, 404);
  t.true((await operator.open('queues/logout-notices')).html.includes('This queue is empty.'));
});

test.serial('the next key is published with the second click, and only once', async (t) => {
  const states = async () => (await server.identity.db.signingKey.findMany()).length;
  t.true(textOf((await operator.open('keys')).html).includes('Signs tokens'));
  const { asked, done } = await operator.confirm('keys', {});
  t.regex(asked.html, /<h1>Replace the signing key\?<\/h1>/u);
  t.true(asked.html.includes('New signing key announced'));
  t.is(done.location, '/platform/keys?done=announced');
  t.is(await states(), 2);
  const page = await operator.open('keys');
  t.true(textOf(page.html).includes('The next key is published already.'));
  t.false(page.html.includes('Replace the key</button>'));
  t.false(/"(?:d|p|q|dp|dq|qi)":|PRIVATE/u.test(page.html));
  t.is((await operator.confirm('keys', {})).done.location, '/platform/keys?done=already');
  t.is(await states(), 2);
});

test.serial('the overview counts organizations and people', async (t) => {
  const { html } = await operator.browser.open('/platform');
  t.regex(html, /<dt>Organizations<\/dt><dd><a href="\/platform\/tenants">\d+<\/a>/u);
  t.regex(html, /<dt>People<\/dt><dd><a href="\/platform\/people">\d+<\/a>/u);
  const links = [...html.matchAll(/<a href="\/platform\/?([\w-]*)"(?: aria-current="page")?>/gu)].map(
    ([, path]) => path,
  );
  t.deepEqual(links.slice(0, 12), [
    '',
    'tenants',
    'people',
    'imports',
    'subscriptions',
    'explain',
    'keys',
    'audit',
    'clients',
    'applications',
    'apis',
    'queues',
  ]);
});

test.serial('the signing key is old after a year', async (t) => {
  await server.identity.db.signingKey.updateMany({
    where: { activeFrom: { lt: new Date() } },
    data: { activeFrom: new Date(Date.now() - 400 * 86_400_000) },
  });
  t.true((await operator.browser.open('/platform')).html.includes('The signing key has been in use since'));
});

test.serial('the audit trail has the events of all tenants and of none, with filters and names', async (t) => {
  const [one, other] = [await freshTenant(server), await freshTenant(server)];
  const { db } = server.identity;
  await db.tenant.update({ where: { id: one.id }, data: { name: `Org ${one.slug}` } });
  const event = { actorKind: 'user', actorId: one.owner.userId, data: {} };
  for (const tenantId of [one.id, other.id, null])
    await db.event.create({ data: { ...event, type: 'tenant.updated', tenantId, subjectId: tenantId } });
  await db.event.create({
    data: {
      ...event,
      type: 'client.updated',
      tenantId: one.id,
      subjectId: 'demo-web',
      actorKind: 'machine',
      actorId: 'demo-machine',
    },
  });
  const rows = async (query: Record<string, string>) => {
    const { html, status } = await operator.open(
      `audit?${new URLSearchParams({ search: one.owner.userId, ...query })}`,
    );
    t.is(status, 200);
    return { count: html.split('<tr').length - 2, text: textOf(html) };
  };
  t.is((await rows({})).count, 3);
  const ofOne = await rows({ tenant: one.slug });
  t.is(ofOne.count, 1);
  t.true(ofOne.text.includes(`Org ${one.slug}`));
  t.is((await rows({ scope: 'none' })).count, 1);
  t.is((await rows({ type: 'tenant.updated' })).count, 3);
  t.true((await rows({ type: 'client.deleted' })).text.includes('No events match these filters.'));
  t.is((await rows({ search: one.owner.email })).count, 3);
  t.true((await rows({ search: 'nobody@people.test' })).text.includes('No account has this email.'));
  t.true((await rows({ tenant: 'no-such-tenant' })).text.includes('There is no such organization.'));
  const named = await rows({ search: '', tenant: one.slug, type: 'client.updated' });
  const { name } = await db.client.findUniqueOrThrow({ where: { id: 'demo-web' } });
  t.true(named.text.includes(name), named.text);
  const hostile = await operator.open(`audit?${new URLSearchParams({ search: '"><b>', tenant: '"><b>', after: "'" })}`);
  t.is(hostile.status, 200);
  t.false(hostile.html.includes('"><b>'));
});

test.serial('the audit trail has pages, and none repeats or skips an event', async (t) => {
  const { id, slug } = await freshTenant(server);
  const data = Array.from({ length: 60 }, (_, index) => ({
    type: 'tenant.updated',
    tenantId: id,
    actorKind: 'system',
    subjectId: `mark-${index}-`,
  }));
  for (const each of data) await server.identity.db.event.create({ data: each });
  const first = await operator.open(`audit?tenant=${slug}`);
  const next = /href="([^"]*after=[^"]*)"/u.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await operator.browser.open(next);
  const marks = [first, second].flatMap(({ html }) =>
    [...html.matchAll(/mark-(\d+)-/gu)].map(([, mark]) => Number(mark)),
  );
  t.deepEqual(
    marks,
    data.map((_, index) => 59 - index),
  );
});

test.serial('the pages speak German', async (t) => {
  const german = await openPlatform(server, { locale: 'de' });
  for (const [path, words] of [
    ['queues', 'Warteschlangen'],
    ['queues/mail', 'E-Mails'],
    ['keys', 'Signaturschlüssel'],
    ['audit', 'Was in allen Organisationen'],
    ['', 'Was Aufmerksamkeit braucht'],
  ] as const)
    t.true(textOf((await german.browser.open(`/platform/${path}`.replace(/\/$/u, ''))).html).includes(words), path);
});

test.serial('for users who are not super admins neither the pages nor their forms exist', async (t) => {
  const { owner } = await freshTenant(server);
  const { browser, page } = await openAccount(server.issuer, owner.email, { path: '/console' });
  for (const path of ['queues', 'queues/mail', 'keys', 'audit'])
    t.is((await browser.open(`/platform/${path}`)).status, 404, path);
  for (const path of ['/platform/keys', '/platform/queues/mail'])
    t.is((await post(browser, page, { entry: random }, { path })).status, 404, path);
});

test.serial('an operator who was away for ten minutes has to sign in again', async (t) => {
  const old = await openPlatform(server);
  await leaveUnused(server, old);
  // Another page is a use of the session. It does not hide that there was a pause.
  await old.browser.open('/account');
  const page = await old.open('keys');
  t.true(page.url.pathname.startsWith('/interaction/'), page.url.href);
  const answer = await old.post('keys', {});
  t.is(answer.status, 303);
  t.false((answer.location ?? '').startsWith('/platform'));
});

test.serial('an operator who goes on working sees all pages, and signs in again only for what is risky', async (t) => {
  const working = await openPlatform(server);
  await ageSignIn(server, working);
  const page = await working.open('keys');
  t.is(page.status, 200);
  const keys = () => server.identity.db.signingKey.count();
  const before = await keys();
  const answer = await working.post('keys', {});
  t.is(answer.status, 303);
  t.false((answer.location ?? '').startsWith('/platform'));
  t.is(await keys(), before);
});
