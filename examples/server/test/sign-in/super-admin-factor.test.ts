import test from 'ava';
import { newPasskey } from '../support/new-passkey.js';
import { requestPathOf } from '../support/request-path.js';
import { recoveryCodesOn, secretOn, totp } from '../support/second-factor.js';
import { passkeyOptionsOn } from '../support/software-passkey.js';
import {
  asksOperator,
  db,
  htmlOf,
  makeLink,
  nothingIsSetUp,
  onSecurity,
  openLink,
  openWithPassword,
  server,
  superAdmin,
  twoFactors,
} from '../support/super-admin-factor.js';
import { addMember, addUser, freshTenant } from '../support/tenant-api.js';

test('with a password alone a super admin sets up no second factor during a sign-in', async (t) => {
  const { userId, email } = await superAdmin();
  const tenant = await freshTenant(server);
  await db().membership.create({ data: { tenantId: tenant.id, userId, role: 'member' } });
  await db().tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  for (const path of [
    '/platform',
    `/console/${tenant.slug}`,
    requestPathOf(twoFactors),
    requestPathOf({ tenant: tenant.slug }),
  ]) {
    const { browser, page } = await openWithPassword(email, path);
    t.true(asksOperator(page), path);
    t.true(page.body.includes(email), path);
    t.false(page.body.includes('begin'), path);
    // The form that other users get, sent by hand.
    for (const fields of [{ begin: 'totp' }, { code: '123456' }]) {
      const sent = await browser.request('POST', page.url.pathname, { fields: fields as Record<string, string> });
      t.is(sent.status, 403, path);
      t.true(asksOperator(sent), path);
    }
  }
  t.is(await db().totp.count({ where: { userId } }), 0);
  await nothingIsSetUp(t, userId);
});

test('with a password alone a super admin sets up no second factor on the account page', async (t) => {
  const { userId, email } = await superAdmin();
  const { browser, page } = await openWithPassword(email, '/account/security');
  t.is(page.status, 200);
  for (const fields of [
    { do: 'begin' },
    { do: 'confirm', code: '123456' },
    { do: 'begin-passkey' },
    { do: 'add-passkey', passkey: '{}', name: 'Key' },
  ]) {
    const sent = await onSecurity(browser, page, fields);
    if (fields.do.startsWith('begin')) {
      t.is(sent.status, 403, fields.do);
      t.true(sent.body.includes('Ask the operator'), fields.do);
    } else t.not(sent.status, 200, fields.do);
  }
  await nothingIsSetUp(t, userId);
});

test('an app that was begun before the right was granted cannot be confirmed after it', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, page } = await openWithPassword(email, '/account/security');
  const begun = await onSecurity(browser, page, { do: 'begin' });
  const secret = secretOn(htmlOf(begun));
  await db().user.update({ where: { id: userId }, data: { superAdmin: true } });
  const sent = await onSecurity(browser, begun, { do: 'confirm', code: totp(secret) });
  t.is(sent.status, 403);
  await nothingIsSetUp(t, userId);
});

test('a passkey that was begun before the right was granted cannot be added after it', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, page } = await openWithPassword(email, '/account/security');
  const begun = await onSecurity(browser, page, { do: 'begin-passkey' });
  const passkey = newPasskey(server.issuer, passkeyOptionsOn(htmlOf(begun)).challenge);
  await db().user.update({ where: { id: userId }, data: { superAdmin: true } });
  const sent = await onSecurity(browser, begun, { do: 'add-passkey', passkey, name: 'Key' });
  t.is(sent.status, 403);
  await nothingIsSetUp(t, userId);
});

test('other users set up a second factor as before', async (t) => {
  const { email } = await addUser(server);
  const { browser, page } = await openWithPassword(email, requestPathOf(twoFactors));
  const begun = await browser.submit(page, {});
  const codes = await browser.submit(begun, { code: totp(secretOn(htmlOf(begun))) });
  t.is(recoveryCodesOn(htmlOf(codes)).length > 0, true);
});

test('with a second factor another one is added on the account page; after the last one is gone, a link is needed again', async (t) => {
  const { userId, email } = await superAdmin();
  const { browser, page } = await openLink(await makeLink(email));
  const secret = secretOn(htmlOf(page));
  await browser.submit(page, { code: totp(secret) });
  await db().totp.update({ where: { userId }, data: { lastUsedStep: null } });

  const asked = await openWithPassword(email, '/account/security');
  const security = await asked.browser.submit(asked.page, { code: totp(secret) });
  t.deepEqual([security.status, security.url.pathname], [200, '/account/security']);
  const begun = await onSecurity(asked.browser, security, { do: 'begin-passkey' });
  t.is(begun.status, 200);
  const passkey = newPasskey(server.issuer, passkeyOptionsOn(htmlOf(begun)).challenge);
  await onSecurity(asked.browser, begun, { do: 'add-passkey', passkey, name: 'Key' });
  t.is(await db().passkey.count({ where: { userId } }), 1);

  const { id: passkeyId } = await db().passkey.findFirstOrThrow({ where: { userId } });
  await onSecurity(asked.browser, security, { do: 'remove-passkey', passkeyId });
  await onSecurity(asked.browser, security, { do: 'remove' });
  await nothingIsSetUp(t, userId);
  // Even in the session that has passed the factor.
  t.is((await onSecurity(asked.browser, security, { do: 'begin' })).status, 403);
  t.true(asksOperator((await openWithPassword(email, '/platform')).page));
});

test('a member without the right is asked for a factor of their own by a strict tenant', async (t) => {
  const tenant = await freshTenant(server);
  const { email } = await addMember(server, tenant.id, 'member');
  await db().tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  const { page } = await openWithPassword(email, requestPathOf({ tenant: tenant.slug }));
  t.false(asksOperator(page));
  t.true(page.body.includes('name="begin"'));
});
