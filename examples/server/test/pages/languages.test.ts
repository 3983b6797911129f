import { randomUUID } from 'node:crypto';
import { licensing, tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test, { type ExecutionContext } from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { buildRequest, call, configure, enterPassword } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [users({ registration: 'open' }), tenants(), licensing()] });
});
test.after.always(() => server?.stop());

const german = 'de-AT,de;q=0.9,en;q=0.8';
const english = 'en-US,en;q=0.9,de;q=0.5';
const db = () => server.identity.db;

/** A user with the demo password and this language. */
async function person(locale: string | null): Promise<string> {
  const { userId, email } = await addUser(server);
  await db().user.update({ where: { id: userId }, data: { locale } });
  return email;
}

/** A browser on the first page of a sign-in. */
async function begin(acceptLanguage: string, changes: Record<string, string> = {}, clientId = 'demo-web') {
  const browser = new TestBrowser(server.issuer, { acceptLanguage });
  const request = await buildRequest(await configure(server.issuer, clientId), changes);
  return { browser, request, page: await browser.open(request.url) };
}

function assertLanguage(t: ExecutionContext, page: Page, language: 'en' | 'de', words: RegExp): void {
  t.is(page.headers.get('content-language'), language, page.url.pathname);
  t.true(page.html.startsWith(`<!doctype html><html lang="${language}">`), page.url.pathname);
  t.regex(page.html.replace(/<style>.*?<\/style>/gsu, ''), words);
}

test('a sign-in begins in the language of ui_locales, else of the browser, else in English', async (t) => {
  assertLanguage(t, (await begin(german)).page, 'de', /<h1>Anmelden<\/h1>.*weiter zu <strong><bdi>Demo Web/u);
  assertLanguage(t, (await begin(english)).page, 'en', /<h1>Sign in<\/h1>.*to continue to <strong>/u);
  assertLanguage(t, (await begin(english, { ui_locales: 'fr de-CH en' })).page, 'de', /<h1>Anmelden<\/h1>/u);
  assertLanguage(t, (await begin(german, { ui_locales: 'en' })).page, 'en', /<h1>Sign in<\/h1>/u);
  assertLanguage(t, (await begin(german, { ui_locales: 'fr' })).page, 'de', /<h1>Anmelden<\/h1>/u);
  assertLanguage(t, (await begin('fr')).page, 'en', /<h1>Sign in<\/h1>/u);
});

test('once somebody is known their locale beats the browser, and ui_locales beat both', async (t) => {
  const email = await person('de');
  const known = await begin(english, {}, 'demo-partner');
  assertLanguage(t, known.page, 'en', /Sign in/u);
  const consent = await enterPassword(known.browser, known.page, email);
  assertLanguage(t, consent, 'de', /<bdi>Demo Partner<\/bdi> möchte auf Ihr Konto zugreifen/u);
  const asked = await buildRequest(await configure(server.issuer, 'demo-partner'), { ui_locales: 'en' });
  assertLanguage(
    t,
    await known.browser.open(asked.url),
    'en',
    /<bdi>Demo Partner<\/bdi> wants access to your account/u,
  );
});

test('what a step refuses is told in the language of the sign-in', async (t) => {
  const { browser, page } = await begin(english, { ui_locales: 'de' });
  const refused = await browser.submit(page, { email: '', password: '' });
  assertLanguage(t, refused, 'de', /Geben Sie Ihre E-Mail-Adresse und Ihr Passwort ein\./u);
});

test('the pages that a sign-in leads to speak its language, until another one begins', async (t) => {
  const { browser, page } = await begin(english, { ui_locales: 'de' });
  const forgot = await browser.open(`${page.url.pathname}/return?forgot`);
  t.is(forgot.url.pathname, '/password-reset');
  assertLanguage(t, forgot, 'de', /Passwort zurücksetzen/u);
  assertLanguage(t, await browser.submit(forgot, { email: 'no address' }), 'de', /vollständige E-Mail-Adresse/u);
  assertLanguage(t, await browser.open('/interaction/of-nobody'), 'de', /Diese Anmeldung ist abgelaufen/u);
  await browser.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
  assertLanguage(t, await browser.open('/password-reset'), 'en', /Reset your password/u);
});

test('an error page follows ui_locales, then the locale of who is signed in, then the browser', async (t) => {
  const wrong = (uiLocales?: string) =>
    `/oauth/authorize?client_id=nobody&response_type=code${uiLocales ? `&ui_locales=${uiLocales}` : ''}`;
  const unknown = /Unbekannte Anwendung/u;
  const stranger = new TestBrowser(server.issuer, { acceptLanguage: english });
  assertLanguage(t, await stranger.open(wrong()), 'en', /Unknown application/u);
  assertLanguage(t, await stranger.open(wrong('de')), 'de', unknown);
  const reader = new TestBrowser(server.issuer, { acceptLanguage: german });
  assertLanguage(t, await reader.open(wrong()), 'de', unknown);
  const { browser, page } = await begin(english, {}, 'demo-partner');
  await enterPassword(browser, page, await person('de'));
  assertLanguage(t, await browser.open('/api/oauth/logout'), 'de', /Möchten Sie sich abmelden\?/u);
  assertLanguage(t, await browser.open('/api/oauth/logout?ui_locales=en'), 'en', /Do you want to sign out\?/u);
});

test('the account pages are in the language of the person, or in the one that was asked for', async (t) => {
  const browser = new TestBrowser(server.issuer, { acceptLanguage: english });
  const { page } = await openAccount(server.issuer, await person('de-DE'), { browser });
  assertLanguage(t, page, 'de', /<h1>Ihr Konto<\/h1>/u);
  assertLanguage(t, await browser.open('/account/sessions'), 'de', /Lokales Netz.*Gerade aktiv/u);
  assertLanguage(t, await browser.open('/account?ui_locales=en'), 'en', /<h1>Your account<\/h1>/u);
  const profile = await browser.open('/account/profile');
  assertLanguage(t, profile, 'en', /<h1>Your profile<\/h1>/u);
  const wrong = await browser.submit(profile, { website: 'no address' }, '/account/profile');
  assertLanguage(t, wrong, 'en', /Enter a full web address/u);
  // A language that the user sets in the profile is the latest choice.
  const saved = await browser.submit(profile, { locale: 'de' }, '/account/profile');
  assertLanguage(t, saved, 'de', /Ihr Profil wurde gespeichert/u);
});

test('signing in to an account page keeps the language that it was asked for in', async (t) => {
  const browser = new TestBrowser(server.issuer, { acceptLanguage: english });
  const page = await browser.open('/account?ui_locales=de');
  assertLanguage(t, page, 'de', /weiter zu <strong><bdi>Ihrem Konto/u);
  assertLanguage(t, await enterPassword(browser, page, await person('en')), 'de', /<h1>Ihr Konto<\/h1>/u);
});

test('a form of the account is refused in the language of the person, by the API in English', async (t) => {
  const email = await person('de');
  const browser = new TestBrowser(server.issuer, { acceptLanguage: english });
  const { page } = await openAccount(server.issuer, email, { browser, path: '/account/password' });
  const passwords = { currentPassword: 'not this one', newPassword: 'violet harbor engine 77' };
  const refused = await post(browser, page, passwords);
  t.is(refused.status, 400);
  assertLanguage(t, { ...page, ...refused }, 'de', /Das ist nicht Ihr aktuelles Passwort/u);
  const token = await tokenOf(server.issuer, email);
  const headers = { 'content-type': 'application/json', 'accept-language': 'de' };
  const init = { method: 'POST', headers, body: JSON.stringify(passwords) };
  const response = await call(server.issuer, '/api/users/me/password', token, init);
  t.is(response.body['error'], 'CURRENT_PASSWORD_INCORRECT');
  t.regex(String(response.body['message']), /^That is not your current password/u);
});

test('a mail is in the language of its recipient, else of the request that causes it', async (t) => {
  for (const [locale, acceptLanguage, uiLocales, subject, lang] of [
    ['de', english, '', 'Setzen Sie Ihr Passwort zurück', 'de'],
    ['en-GB', german, '', 'Reset your password', 'en'],
    ['en', english, 'de', 'Reset your password', 'en'],
    [null, german, '', 'Setzen Sie Ihr Passwort zurück', 'de'],
    [null, english, 'de', 'Setzen Sie Ihr Passwort zurück', 'de'],
    ['fr', english, '', 'Reset your password', 'en'],
  ] as const) {
    const email = await person(locale);
    const browser = new TestBrowser(server.issuer, { acceptLanguage });
    const page = await browser.open(`/password-reset${uiLocales ? `?ui_locales=${uiLocales}` : ''}`);
    await browser.submit(page, { email });
    const mail = await server.mailbox.mailTo(email);
    t.is(mail.subject, subject, `${locale} ${acceptLanguage} ${uiLocales}`);
    t.true(mail.html.includes(`<html lang="${lang}">`));
    t.regex(mail.text, lang === 'de' ? /60 Minuten lang gültig/u : /expires in 60 minutes/u);
  }
});

test('behind a mailed link the page is in the language of whose link it is', async (t) => {
  const email = await person('de');
  const browser = new TestBrowser(server.issuer, { acceptLanguage: english });
  const asked = await browser.submit(await browser.open('/password-reset'), { email });
  assertLanguage(t, asked, 'en', /Check your email/u);
  const link = /http\S+\/password-reset\/\S+/u.exec((await server.mailbox.mailTo(email)).text)?.[0] ?? '';
  const page = await browser.open(link);
  assertLanguage(t, page, 'de', /Für das Konto/u);
  assertLanguage(t, await browser.submit(page, { password: 'short' }), 'de', /Verwenden Sie 8 bis 256 Zeichen/u);
  assertLanguage(t, await browser.open('/password-reset/dead'), 'en', /This link no longer works/u);
});

test('an invitation is written for whoever is invited, else as whoever invites reads', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const admin = await addMember(server, id, 'admin');
  await db().user.update({ where: { id: owner.userId }, data: { locale: 'de' } });
  const invite = async (token: string, email: string, acceptLanguage = 'en') => {
    const headers = { 'content-type': 'application/json', 'accept-language': acceptLanguage };
    const init = { method: 'POST', headers, body: JSON.stringify({ email }) };
    t.is((await call(server.issuer, `/api/tenants/${id}/invitations`, token, init)).status, 201);
    return (await server.mailbox.mailTo(email)).subject;
  };
  const newEmail = () => `${randomUUID()}@new.test`;
  const ofOwner = await tokenOf(server.issuer, owner.email, slug);
  const ofAdmin = await tokenOf(server.issuer, admin.email, slug);
  t.regex(await invite(ofOwner, newEmail()), /lädt Sie zu Fresh ein$/u);
  t.regex(await invite(ofAdmin, newEmail()), /invites you to Fresh$/u);
  t.regex(await invite(ofAdmin, newEmail(), german), /lädt Sie zu Fresh ein$/u);
  t.regex(await invite(ofOwner, await person('en')), /invites you to Fresh$/u);
});

test('who accepts an invitation reads its pages in their own language, and keeps it', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const email = `${randomUUID()}@new.test`;
  const token = await tokenOf(server.issuer, owner.email, slug);
  await send(server.issuer, 'POST', `/api/tenants/${id}/invitations`, token, { email });
  const browser = new TestBrowser(server.issuer, { acceptLanguage: german });
  const page = await browser.open(`/invitations/${await server.mailbox.invitationSecret(email)}`);
  assertLanguage(t, page, 'de', /Wählen Sie ein Passwort für Ihr neues Konto/u);
  const weak = await browser.submit(page, { displayName: 'Nora', password: 'password' });
  assertLanguage(t, weak, 'de', /Dieses Passwort ist zu leicht zu erraten/u);
  const joined = await browser.submit(page, { displayName: 'Nora', password: 'violet harbor engine 77' });
  assertLanguage(t, joined, 'de', /Sie sind der Organisation beigetreten/u);
  t.is((await db().user.findUniqueOrThrow({ where: { normalizedEmail: email } })).locale, 'de');
});

test('who registers keeps the language that they registered in; where none was asked for there is none', async (t) => {
  for (const [acceptLanguage, title, locale] of [
    [german, /Prüfen Sie Ihr Postfach/u, 'de'],
    ['fr', /Check your email/u, null],
  ] as const) {
    const email = `${randomUUID()}@new.test`;
    const { browser, page } = await begin(acceptLanguage);
    const form = await browser.open(`${page.url.pathname}/return?register`);
    const asked = await browser.submit(form, { email, password: 'violet harbor engine 77' });
    assertLanguage(t, asked, locale ?? 'en', title);
    const { text } = await server.mailbox.mailTo(email);
    t.regex(text, locale === 'de' ? /24 Stunden lang gültig/u : /expires in 24 hours/u);
    const confirm = await browser.open(/http\S+\/registration\/\S+/u.exec(text)?.[0] ?? '');
    await browser.submit(confirm, {});
    t.is((await db().user.findUniqueOrThrow({ where: { normalizedEmail: email } })).locale, locale);
  }
});

test('discovery lists the languages', async (t) => {
  const { body } = await call(server.issuer, '/.well-known/openid-configuration');
  t.deepEqual(body['ui_locales_supported'], ['en', 'de']);
});
