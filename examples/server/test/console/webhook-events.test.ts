import { randomUUID } from 'node:crypto';
import test from 'ava';
import { textOf, visitAs } from '../support/console-visitors.js';
import { freshTenant } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins(), allowPrivateNetworks: true });
});
test.after.always(() => server?.stop());

const url = 'http://127.0.0.1:9/hooks';
const boxes = (...patterns: string[]) => Object.fromEntries(patterns.map((pattern) => [`event.${pattern}`, 'on']));
const checkedOn = (html: string) =>
  [
    ...html.matchAll(
      /<input type="(?:checkbox|radio)" name="(?:event\.)?([^"]+)"(?: value="([^"]*)")?(?: value)? checked/gu,
    ),
  ].map(([, name, value = '']) => (name === 'events' ? `${name}=${value}` : name));

async function visit(events?: string[]) {
  const tenant = await freshTenant(server);
  const base = `/console/${tenant.slug}/webhooks`;
  const visitor = await visitAs(server, tenant, 'owner');
  const { db } = server.identity;
  const data = { tenantId: tenant.id, url, events: events ?? [], secret: Buffer.from('sealed') };
  const id = events ? (await db.webhook.create({ data })).id : '';
  const stored = async () => (await db.webhook.findFirstOrThrow({ where: { tenantId: tenant.id } })).events;
  return { tenant, base, visitor, path: `${base}/${id}`, stored, id };
}

test('a new webhook gets all events, or those that are checked', async (t) => {
  const { base, visitor, stored, tenant } = await visit();
  t.deepEqual(checkedOn((await visitor.open(base)).html), ['events=*']);
  await visitor.post(base, { url, events: '', ...boxes('seat.*', 'member.removed') });
  t.deepEqual(await stored(), ['seat.*', 'member.removed']);
  await server.identity.db.webhook.deleteMany({ where: { tenantId: tenant.id } });
  await visitor.post(base, { url, events: '*', ...boxes('seat.*') });
  t.deepEqual(await stored(), ['*'], 'all events include the checked ones');
});

test('without any event the form is refused at its field, and keeps what was entered', async (t) => {
  const { base, visitor } = await visit();
  const refused = await visitor.post(base, { url, events: '', description: 'Billing' });
  t.is(refused.status, 422);
  t.regex(refused.html, /id="field-events-error">Choose at least one event/u);
  t.regex(refused.html, /name="url"[^>]* value="http:\/\/127/u);
  t.deepEqual(checkedOn(refused.html), ['events=']);
  const wrong = await visitor.post(base, { url: 'ftp://x', events: '', ...boxes('seat.*', 'account.created') });
  t.deepEqual(checkedOn(wrong.html), ['events=', 'seat.*', 'account.created']);
});

test('a webhook shows its patterns, each with the words of its event, and keeps them', async (t) => {
  const events = ['subscription.*', 'seat.granted', 'member.*', 'seat.*'];
  const { visitor, path, stored, id } = await visit(events);
  const { html } = await visitor.open(path);
  t.deepEqual(checkedOn(html).toSorted(), ['events=', ...events].toSorted());
  t.true(textOf(html).includes('Seat granted seat.granted'));
  const open = [...html.matchAll(/<details open><summary>([^<]+)/gu)].map(([, name]) => name);
  t.deepEqual(open, ['Members and organizations', 'Licenses']);
  const form = { action: 'change', url, events: '', description: '' };
  const saved = await visitor.post(path, { ...form, ...boxes(...events.toReversed()) });
  t.is(saved.location, `${path}?done=changed`);
  t.deepEqual(await stored(), events, 'in the same order');
  t.is(await server.identity.db.event.count({ where: { type: 'webhook.updated', subjectId: id } }), 0);
});

test('a pattern that matches no event any more is shown, is not lost, and goes when it is unchecked', async (t) => {
  const { visitor, path, stored } = await visit(['orders.*', 'seat.*']);
  t.deepEqual(checkedOn((await visitor.open(path)).html).toSorted(), ['events=', 'orders.*', 'seat.*']);
  const form = { action: 'change', url, events: '', description: 'Shop' };
  await visitor.post(path, { ...form, ...boxes('orders.*', 'member.added') });
  t.deepEqual(await stored(), ['orders.*', 'member.added']);
  await visitor.post(path, { ...form, ...boxes('orders.*') });
  t.deepEqual(await stored(), ['orders.*']);
  const made = await visitor.post(path, { ...form, ...boxes('orders.*', 'invented.*') });
  t.is(made.status, 422, 'only those that are stored');
  await visitor.post(path, { ...form, ...boxes('seat.*') });
  t.deepEqual(await stored(), ['seat.*']);
});

test('the secret of a webhook comes with the next step', async (t) => {
  const { base, visitor } = await visit();
  const { html } = await visitor.post(base, { url, events: '*' });
  const secret = /<code class="secret">([^<]+)<\/code>/u.exec(html)?.[1] ?? '';
  t.true(html.includes(`<pre class="raw">WEBHOOK_SECRET=${secret}`));
  t.true(textOf(html).includes('Add it to the receiver'));
  t.regex(html, /<button type="button"[^>]* data-copies="shown-secret" hidden>/u);
});

for (const locale of ['en', 'de'])
  test(`the pages stay small, with many deliveries and patterns: ${locale}`, async (t) => {
    const { tenant, base, visitor, path, id } = await visit(['seat.*', 'member.*', 'account.created']);
    await server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { locale } });
    await server.identity.db.webhookDelivery.createMany({
      data: Array.from({ length: 30 }, (_, index) => ({
        ...{ webhookId: id, eventId: randomUUID(), horizon: 1n, seq: BigInt(index), type: 'license_request.withdrawn' },
        ...{ status: 'FAILED' as const, attempts: 12, responseStatus: 500 },
      })),
    });
    for (const each of [base, path]) {
      const { html } = await visitor.open(each);
      const bytes = Buffer.byteLength(html);
      t.true(bytes <= 60 * 1024, `${each}: ${bytes}`);
    }
  });
