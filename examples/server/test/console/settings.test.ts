import test from 'ava';
import { textOf, type Visitor, visitAs, visitors } from '../support/console-visitors.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const find = (id: string) => server.identity.db.tenant.findUniqueOrThrow({ where: { id } });
const statusOf: Record<Visitor, number> = {
  owner: 200,
  admin: 200,
  'super admin': 200,
  member: 403,
  'owner of another tenant': 404,
};
const filled = { name: 'Acme', startUrl: '', brandName: '', logoUrl: '', accentColor: '' };

for (const visitor of visitors) {
  const status = statusOf[visitor];
  const may = status === 200;
  test(`${may ? 'settings are changed by' : 'settings are closed to'} a visitor who is: ${visitor}`, async (t) => {
    const tenant = await freshTenant(server);
    const path = `/console/${tenant.slug}/settings`;
    const visit = await visitAs(server, tenant, visitor);
    t.is((await visit.open(path)).status, status);
    const overview = await visit.open(`/console/${tenant.slug}`);
    t.is(overview.html.includes(`href="${path}"`), may);
    const saved = await visit.post(path, { ...filled, name: 'Renamed' });
    t.is(saved.status, may ? 303 : status);
    t.is((await find(tenant.id)).name, may ? 'Renamed' : 'Fresh');
    const previewed = await visit.post(path, { ...filled, action: 'preview' });
    t.is(previewed.status, status);
  });
}

test('a saved form changes the name, the start page and the look, and keeps all other settings', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/settings`;
  const other = { theme: { deep: [1, null, 'x'] }, beta: true };
  await server.identity.db.tenant.update({
    where: { id: tenant.id },
    data: { settings: { ...other, brand: { name: 'Old', accentColor: '#0c5f4c' } } },
  });
  const visit = await visitAs(server, tenant, 'admin');
  const page = await visit.open(path);
  t.regex(page.html, /name="brandName"[^>]* value="Old"/u);
  const brand = { name: 'Acme', logoUrl: 'https://acme.test/logo.png', accentColor: '#123456' };
  const saved = await visit.post(path, {
    name: ' Acme GmbH ',
    startUrl: 'https://app.acme.test/start',
    brandName: brand.name,
    logoUrl: brand.logoUrl,
    accentColor: brand.accentColor,
  });
  t.is(saved.location, `${path}?done=saved`);
  const { name, settings } = await find(tenant.id);
  t.is(name, 'Acme GmbH');
  t.deepEqual(settings, { ...other, startUrl: 'https://app.acme.test/start', brand });
  t.true((await visit.open(`${path}?done=saved`)).html.includes('The settings were saved.'));
  await visit.post(path, { ...filled, name: 'Acme GmbH' });
  t.deepEqual((await find(tenant.id)).settings, other, 'empty fields remove the settings of the form only');
  const types = await server.identity.db.event.findMany({ where: { tenantId: tenant.id }, orderBy: { id: 'asc' } });
  t.deepEqual(
    types.map(({ type, data }) => [type, data]),
    [
      ['tenant.updated', { changed: ['name', 'settings'] }],
      ['tenant.updated', { changed: ['settings'] }],
    ],
  );
  await visit.post(path, { ...filled, name: 'Acme GmbH' });
  t.is(
    await server.identity.db.event.count({ where: { tenantId: tenant.id } }),
    2,
    'a form without changes is no event',
  );
});

test('the preview shows the entered look in light and dark, and saves nothing', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/settings`;
  const visit = await visitAs(server, tenant, 'owner');
  const shown = await visit.post(path, {
    ...filled,
    action: 'preview',
    brandName: 'Looks & more',
    logoUrl: 'https://acme.test/logo.png',
    accentColor: '#7a1f5c',
  });
  t.is(shown.status, 200);
  t.is(shown.html.match(/<svg class="preview"/gu)?.length, 2);
  t.true(shown.html.includes('fill="#7a1f5c"'));
  t.is(shown.html.match(/<img src="https:\/\/acme\.test\/logo\.png"/gu)?.length, 2);
  t.true(textOf(shown.html).includes('It is not saved yet.'));
  t.regex(shown.html, /name="accentColor"[^>]* value="#7a1f5c"/u);
  t.false(/ style="/u.test(shown.html), 'the policy would block such styles');
  const { name, settings } = await find(tenant.id);
  t.deepEqual([name, settings], ['Fresh', {}]);
});

for (const [field, value, error] of [
  ['name', '', 'Enter a name of at most 100 characters'],
  ['name', 'x'.repeat(101), 'Enter a name of at most 100 characters'],
  ['name', 'Win at https://evil.test/prize', 'Enter a name of at most 100 characters'],
  ['startUrl', 'javascript:alert(1)', 'Enter a web address that begins with https://'],
  ['startUrl', 'http://acme.test', 'Enter a web address that begins with https://'],
  ['startUrl', 'https://user:pass@acme.test', 'Enter a web address that begins with https://'],
  ['brandName', 'x'.repeat(61), 'Use at most 60 characters.'],
  ['logoUrl', 'javascript:alert(1)', 'Enter a web address that begins with https://, or a data: URL'],
  ['logoUrl', 'data:text/html,<script>alert(1)</script>', 'Enter a web address that begins with https://, or a data:'],
  ['logoUrl', `data:image/png;base64,${'A'.repeat(17_000)}`, 'This logo is too large'],
  ['logoUrl', `data:image/png;base64,${'A'.repeat(40_000)}`, 'This logo is too large'],
  ['accentColor', '#ffff00', 'It must be dark enough to read on white'],
  ['accentColor', 'red;}body{display:none', 'Enter a colour such as #0c5f4c'],
] as const) {
  for (const action of ['', 'preview']) {
    const what = value.length > 45 ? `${value.length} characters in ${field}` : `"${value}" as ${field}`;
    test(`${what} is refused at the field (${action || 'save'})`, async (t) => {
      const tenant = await freshTenant(server);
      const visit = await visitAs(server, tenant, 'owner');
      const path = `/console/${tenant.slug}/settings`;
      const refused = await visit.post(path, { ...filled, [field]: value, ...(action ? { action } : {}) });
      t.is(refused.status, 422);
      const shown = new RegExp(`id="field-${field}-error">([^<]*)<`, 'u').exec(refused.html)?.[1] ?? '';
      t.true(shown.includes(error), shown);
      t.is(refused.html.match(/class="field-error"/gu)?.length, 1);
      t.is((await find(tenant.id)).name, 'Fresh');
    });
  }
}

test('markup in names and in the logo is shown as text', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/settings`;
  const visit = await visitAs(server, tenant, 'owner');
  const evil = '"><script>alert(1)</script>';
  const logoUrl = `https://acme.test/"onload="alert(1)<b>`;
  const saved = await visit.post(path, { ...filled, name: evil, brandName: evil, logoUrl });
  t.is(saved.status, 303);
  const page = await visit.open(path);
  t.is(page.status, 200);
  t.false(page.html.includes('<script>alert'));
  t.false(page.html.includes('"onload="'));
  t.true(page.html.includes('&lt;script>alert(1)') || page.html.includes('&lt;script&gt;alert(1)'));
});

test('settings that were stored with an invalid look can still be opened and repaired', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/settings`;
  const data = { settings: { brand: { accentColor: 'url(x)', more: 1 }, startUrl: 7 } };
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data });
  const visit = await visitAs(server, tenant, 'owner');
  t.is((await visit.open(path)).status, 200);
  t.is((await visit.post(path, { ...filled, accentColor: '#123456' })).status, 303);
  t.deepEqual((await find(tenant.id)).settings, { brand: { accentColor: '#123456' } });
});

test('the largest logo still gives a page under 100 KB', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/settings`;
  const visit = await visitAs(server, tenant, 'owner');
  const logoUrl = `data:image/png;base64,${'A'.repeat(16_000)}`;
  t.is((await visit.post(path, { ...filled, logoUrl })).status, 303);
  const { html, status } = await visit.open(path);
  t.is(status, 200);
  t.true(Buffer.byteLength(html) < 100_000, String(Buffer.byteLength(html)));
});

test('two saved forms at once lose no setting that only the API knows', async (t) => {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/settings`;
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { settings: { kept: 'yes' } } });
  const visit = await visitAs(server, tenant, 'owner');
  const colours = ['#101010', '#202020', '#303030', '#404040'];
  await Promise.all(colours.map((accentColor) => visit.post(path, { ...filled, accentColor })));
  const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const { body } = await send(server.issuer, 'GET', `/api/tenants/${tenant.id}`, token);
  t.is((body['settings'] as Record<string, unknown>)['kept'], 'yes');
});

test('the settings page is German for those who read German', async (t) => {
  const tenant = await freshTenant(server);
  await server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { locale: 'de' } });
  const visit = await visitAs(server, tenant, 'owner');
  const { html } = await visit.open(`/console/${tenant.slug}/settings`);
  t.true(html.includes('Aussehen der Anmeldeseite'));
  t.true(html.includes('aria-label="Die Anmeldeseite im dunklen Modus"'));
});

test('only the text of the colour is sent: the picker has no name, and needs the script', async (t) => {
  const tenant = await freshTenant(server);
  const visit = await visitAs(server, tenant, 'owner');
  const path = `/console/${tenant.slug}/settings`;
  const pickerOn = (html: string) => /<input type="color"[^>]*>/u.exec(html)?.[0] ?? '';
  const picker = pickerOn((await visit.open(path)).html);
  t.regex(picker, / hidden/u);
  t.notRegex(picker, / name=/u);
  t.regex(picker, / value="#0c5f4c"/u, 'the colour of the product, while none is entered');
  const refused = await visit.post(path, { ...filled, accentColor: '#FFFF00' });
  t.regex(pickerOn(refused.html), / value="#ffff00"/u);
  t.regex(refused.html, /name="accentColor"[^>]* value="#FFFF00"/u);
  t.regex(pickerOn((await visit.post(path, { ...filled, accentColor: 'red' })).html), / value="#0c5f4c"/u);
});
