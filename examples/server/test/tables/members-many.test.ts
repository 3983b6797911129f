import test from 'ava';
import { post } from '../support/account-pages.js';
import { addMany, confirmed, openConsole, tenantOfAll } from '../support/console-pages.js';
import { freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

test('a hundred members are suspended in one transaction', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  await addMany(server, id, 100);
  const { db } = server.identity;
  const rows = await db.membership.findMany({ where: { tenantId: id, role: 'member' }, select: { id: true } });
  const { browser, page } = await openConsole(server, owner, `/console/${slug}/members`);
  const ids = Object.fromEntries(rows.map((row) => [`member.${row.id}`, 'on']));
  const { asked, done } = await confirmed(browser, page, { ...ids, action: 'suspend' });
  t.true(asked.html.includes('Suspend 100 members?'));
  t.is(done.status, 303);
  t.is(await db.membership.count({ where: { tenantId: id, status: 'SUSPENDED' } }), 100);
});

test('the page and its questions exist in German', async (t) => {
  const { slug, owner, member } = await tenantOfAll(server);
  await server.identity.db.user.update({ where: { id: member.userId }, data: { displayName: 'Jürgen Groß' } });
  const { browser } = await openConsole(server, owner, `/console/${slug}/members`);
  const page = await browser.open(`/console/${slug}/members?ui_locales=de`);
  t.regex(page.html, /<h1>Mitglieder<\/h1>/u);
  t.true(page.html.includes('aria-label="Jürgen Groß auswählen"'));
  const asked = await post(browser, page, { [`member.${member.membershipId}`]: 'on', action: 'suspend' });
  t.regex(asked.html, /<h1>Jürgen Groß sperren\?<\/h1>/u);
});
