import test from 'ava';
import { browserPath } from '../support/browser.js';
import { browserTest, complaints, enterPassword, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { addMember, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (!browserPath) return;
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const logo =
  'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%2040%2040%22%3E%3Ccircle%20cx=%2220%22%20cy=%2220%22%20r=%2218%22%20fill=%22%237a1f5c%22/%3E%3C/svg%3E';

/** A tenant with some events of people with names. */
async function livelyTenant() {
  const { db } = server.identity;
  const tenant = await freshTenant(server);
  await db.tenant.update({ where: { id: tenant.id }, data: { name: 'Acme Robotics' } });
  await db.user.update({ where: { id: tenant.owner.userId }, data: { displayName: 'Olivia Owner' } });
  const ada = await addMember(server, tenant.id, 'member');
  await db.user.update({ where: { id: ada.userId }, data: { displayName: 'Ada Lovelace' } });
  const by = { tenantId: tenant.id, actorKind: 'user', actorId: tenant.owner.userId, subjectId: ada.userId };
  await db.event.create({
    data: { ...by, type: 'tenant.created', subjectId: tenant.id, data: { name: 'Acme', slug: 'acme' } },
  });
  await db.event.create({ data: { ...by, type: 'member.added', data: { role: 'member' } } });
  await db.event.create({
    data: { ...by, type: 'member.role_changed', data: { role: 'admin', previousRole: 'member' } },
  });
  await db.event.create({
    data: { ...by, type: 'seat.revoked', actorKind: 'system', actorId: null, data: { cause: 'member.suspended' } },
  });
  return tenant;
}

for (const [language, words] of Object.entries({
  en: {
    preview: 'Preview',
    save: 'Save',
    accent: 'Colour of buttons and links',
    logo: 'Web address of a logo',
    saved: 'The settings were saved.',
  },
  de: {
    preview: 'Vorschau',
    save: 'Speichern',
    accent: 'Farbe von Schaltflächen und Links',
    logo: 'Webadresse eines Logos',
    saved: 'Die Einstellungen wurden gespeichert.',
  },
}))
  browserTest(`settings, security, audit and deletion can be read and used (${language})`, async (t) => {
    const tenant = await livelyTenant();
    const page = await openPage({ locale: 'en' });
    const found = complaints(page);
    const base = `${server.issuer}/console/${tenant.slug}`;
    await page.goto(`${base}/settings`);
    await enterPassword(page, tenant.owner.email);
    await page.waitForURL(`${base}/settings`);
    await server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { locale: language } });
    await page.reload();
    await page.getByLabel(words.accent).fill('#7a1f5c');
    await page.getByLabel(words.logo).fill(logo);
    await page.getByRole('button', { name: words.preview }).click();
    await picture(t, page, `console-settings-${language}`, page.locator('svg.preview').first());
    await page.getByRole('button', { name: words.save }).click();
    await page.getByText(words.saved).waitFor();
    await page.getByLabel(words.accent).fill('#ffff00');
    await page.getByRole('button', { name: words.save }).click();
    await picture(t, page, `console-settings-refused-${language}`, page.locator('.field-error'));
    for (const path of ['', '/security', '/audit', '/delete']) {
      await page.goto(`${base}${path}`);
      await picture(t, page, `console${path.replace('/', '-') || '-overview'}-${language}`, page.locator('h1'));
    }
    await page.goto(`${base}/audit`);
    await page.locator('td summary').first().click();
    await picture(t, page, `console-audit-open-${language}`, page.locator('td dl').first());
    await page.goto(`${base}/delete`);
    await page.locator('input[name=slug]').fill(tenant.slug);
    await page.locator('main form button').click();
    await picture(t, page, `console-delete-asked-${language}`, page.locator('main').locator('.outcome, ul').first());
    await page.goto(`${base}/security`);
    await page.locator('main form button').first().click();
    await picture(t, page, `console-security-asked-${language}`, page.locator('main').locator('.outcome, ul').first());
    t.deepEqual(
      found.filter((text) => !text.includes('422')),
      [],
    );
  });

browserTest('the preview follows what is typed, and nothing is blocked by the policy of the page', async (t) => {
  const tenant = await livelyTenant();
  const page = await openPage();
  const found = complaints(page);
  await page.goto(`${server.issuer}/console/${tenant.slug}/settings`);
  await enterPassword(page, tenant.owner.email);
  await page.getByLabel('Name on the sign-in page').fill('Acme <b>Sign-in</b>');
  const name = page.locator('.preview-brand strong').first();
  t.is(await name.textContent(), 'Acme <b>Sign-in</b>');
  await page.getByLabel('Colour of buttons and links').fill('#ffcc00');
  const button = page.locator('[data-preview="accent-fill"]').first();
  t.is(await button.getAttribute('fill'), '#ffcc00');
  t.is(await page.locator('[data-preview="on-accent"]').first().getAttribute('fill'), '#0d1311', 'dark text on light');
  await page.getByLabel('Colour of buttons and links').fill('#ffcc00" onload="x');
  t.is(await button.getAttribute('fill'), '#ffcc00', 'only colours are taken');
  await page.getByLabel('Name on the sign-in page').fill('');
  t.is(await name.textContent(), 'Identity Server');
  t.deepEqual(found, []);
});

browserTest('the colour picker and the text follow each other, and the text is what is saved', async (t) => {
  const tenant = await livelyTenant();
  const page = await openPage();
  const found = complaints(page);
  await page.goto(`${server.issuer}/console/${tenant.slug}/settings`);
  await enterPassword(page, tenant.owner.email);
  const text = page.getByLabel('Colour of buttons and links');
  const picker = page.getByLabel('Pick a colour');
  await text.fill('#7A1F5C');
  t.is(await picker.inputValue(), '#7a1f5c');
  await text.fill('plum');
  t.is(await picker.inputValue(), '#7a1f5c', 'a text that is no colour changes nothing');
  await picker.fill('#123456');
  t.is(await text.inputValue(), '#123456');
  t.is(
    await page.locator('[data-preview="accent-fill"]').first().getAttribute('fill'),
    '#123456',
    'as does the preview',
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The settings were saved.').waitFor();
  const { settings } = await server.identity.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  t.deepEqual(settings, { brand: { accentColor: '#123456' } });
  t.deepEqual(found, []);
});

browserTest('without scripts there is no picker, and the text is saved', async (t) => {
  const tenant = await livelyTenant();
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(`${server.issuer}/console/${tenant.slug}/settings`);
  await enterPassword(page, tenant.owner.email);
  await page.getByLabel('Colour of buttons and links').fill('#123456');
  t.false(await page.getByLabel('Pick a colour').isVisible());
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The settings were saved.').waitFor();
  const { settings } = await server.identity.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  t.deepEqual(settings, { brand: { accentColor: '#123456' } });
});
