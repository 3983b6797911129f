import { randomUUID } from 'node:crypto';
import test from 'ava';
import { post } from '../support/account-pages.js';
import { ageSignIn, confirmed, openConsole, outcomeOf, tenantOfAll } from '../support/console-pages.js';
import { addMember, addUser, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  // The tenants of these tests send few mails, so a small limit per tenant disturbs none of them.
  server = await startTestServer({ limits: { mail: { tenantPerDay: 120 } } });
});
test.after.always(() => server?.stop());

const newEmail = () => `${randomUUID()}@people.test`;
const pathOf = (slug: string) => `/console/${slug}/invitations`;
const inviting = (emails: string, more: Record<string, string> = {}) => ({
  emails,
  role: 'member',
  days: '7',
  invite: 'yes',
  ...more,
});
const sentTo = (tenantId: string) =>
  server.identity.db.invitation.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
const daysUntil = (date: Date) => Math.round((date.getTime() - Date.now()) / 86_400_000);
/** Adds an invitation as the API stores it. */
function addInvitation(
  tenantId: string,
  more: { email?: string; role?: 'owner'; expiresAt?: Date; status?: 'REVOKED' },
) {
  const { email = newEmail(), expiresAt = new Date(Date.now() + 86_400_000), ...rest } = more;
  const secretHash = Buffer.from(randomUUID());
  return server.identity.db.invitation.create({
    data: { tenantId, email, normalizedEmail: email, secretHash, expiresInDays: 7, expiresAt, ...rest },
  });
}
/** The result of each email on the page after a form was sent. */
const resultsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<th scope="row"><bdi>([^<]*)<\/bdi><\/th><td[^>]*><span class="badge[^>]*>([^<]*)</gu)].map(
      ([, email = '', result]) => [email, result],
    ),
  );

for (const role of ['owner', 'admin', 'superAdmin'] as const) {
  test(`${role}: invites many, each with a result of its own, sends one again and revokes one`, async (t) => {
    const tenant = await tenantOfAll(server);
    const { id, slug } = tenant;
    const [first, second, account, pending] = [newEmail(), newEmail(), (await addUser(server)).email, newEmail()];
    await addInvitation(id, { email: pending });
    const { browser, page } = await openConsole(server, tenant[role], pathOf(slug));
    const list = `First Person <${first}>, ${second}\n${account};${tenant.member.email}\n${pending}\nno email`;
    const shown = await post(browser, page, inviting(list, { role: 'admin', days: '3' }));
    t.is(shown.status, 200);
    t.deepEqual(resultsOf(shown.html), {
      [first]: 'Invited',
      [second]: 'Invited',
      [account]: 'Invited',
      [tenant.member.email]: 'Already a member',
      [pending]: 'Already invited',
      'no email': 'Not a valid email address',
    });
    t.true(shown.html.includes('3 of 6 invitations were sent.'));
    const [, one, two] = await sentTo(id);
    t.deepEqual([one?.email, one?.role, daysUntil(one?.expiresAt ?? new Date())], [first, 'admin', 3]);
    t.truthy(await server.mailbox.invitationSecret(first));
    const listed = await browser.open(pathOf(slug));
    for (const email of [first, second, account, pending]) t.true(listed.html.includes(`<bdi>${email}</bdi>`));

    const again = await post(browser, page, { resend: one?.id ?? '' });
    t.is(again.location, `${pathOf(slug)}?done=resent`);
    t.true((await browser.open(`${pathOf(slug)}?done=resent`)).html.includes('The invitation was sent again.'));
    const { asked, done } = await confirmed(browser, page, { revoke: two?.id ?? '' });
    t.true(asked.html.includes(`Revoke the invitation of ${second}?`));
    t.regex(asked.html, /<strong>Invitation revoked<\/strong>/u);
    t.is(done.location, `${pathOf(slug)}?done=revoked`);
    t.is((await sentTo(id)).find(({ email }) => email === second)?.status, 'REVOKED');
    t.true((await browser.open(`${pathOf(slug)}?status=REVOKED`)).html.includes(second));
    t.false((await browser.open(pathOf(slug))).html.includes(second));
  });
}

test('a plain member has no such page, and is refused', async (t) => {
  const { id, slug, member } = await tenantOfAll(server);
  const { id: invitationId } = await addInvitation(id, {});
  const { browser, page } = await openConsole(server, member, `/console/${slug}/members`);
  t.false(page.html.includes(pathOf(slug)));
  t.is((await browser.open(pathOf(slug))).status, 403);
  for (const fields of [inviting(newEmail()), { resend: invitationId }, { revoke: invitationId }])
    t.is((await post(browser, page, fields, { path: pathOf(slug) })).status, 403);
  t.is((await sentTo(id)).length, 1);
});

test('the invitations of another tenant are not found, by its path and by their ids', async (t) => {
  const { id, slug, owner, stranger, other } = await tenantOfAll(server);
  const own = await addInvitation(id, {});
  const foreign = await addInvitation(other.id, {});
  const { browser, page } = await openConsole(server, stranger, pathOf(other.slug));
  t.is((await browser.open(pathOf(slug))).status, 404);
  t.is((await post(browser, page, inviting(newEmail()), { path: pathOf(slug) })).status, 404);
  const mine = await openConsole(server, owner, pathOf(slug));
  for (const name of ['resend', 'revoke'])
    for (const invitationId of [foreign.id, 'nonsense', '', randomUUID()]) {
      const refused = await post(mine.browser, mine.page, { [name]: invitationId });
      t.is(refused.status, 404);
      t.true(refused.html.includes('This invitation was accepted or revoked in the meantime.'));
    }
  t.deepEqual(
    [...(await sentTo(id)), ...(await sentTo(other.id))].map(({ id, status }) => [id, status]),
    [
      [own.id, 'PENDING'],
      [foreign.id, 'PENDING'],
    ],
  );
});

test('an admin can neither invite an owner nor manage the invitation of one', async (t) => {
  const { id, slug, admin } = await tenantOfAll(server);
  const ofOwner = await addInvitation(id, { role: 'owner' });
  const { browser, page } = await openConsole(server, admin, pathOf(slug));
  t.false(page.html.includes('<option value="owner">'));
  t.true(page.html.includes(ofOwner.email));
  t.false(page.html.includes(`value="${ofOwner.id}"`), 'no buttons');
  for (const fields of [
    inviting(`${newEmail()}\n${newEmail()}`, { role: 'owner' }),
    { resend: ofOwner.id },
    { revoke: ofOwner.id },
  ])
    t.is((await post(browser, page, fields)).status, 403);
  t.is((await sentTo(id)).length, 1);
});

test('inviting an owner, or inviting one again, needs a fresh sign-in', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const [ofOwner, ofMember] = [await addInvitation(id, { role: 'owner' }), await addInvitation(id, {})];
  const { browser } = await openConsole(server, owner, pathOf(slug));
  await ageSignIn(server, owner);
  const page = await browser.open(pathOf(slug));
  for (const fields of [inviting(newEmail(), { role: 'owner' }), { resend: ofOwner.id }])
    t.true((await post(browser, page, fields)).location?.includes('prompt=login'));
  t.is((await sentTo(id)).length, 2);
  t.is((await post(browser, page, inviting(newEmail()))).status, 200);
  t.is((await post(browser, page, { resend: ofMember.id })).status, 303);
  const fresh = await openConsole(server, owner, pathOf(slug));
  const invited = await post(fresh.browser, fresh.page, inviting(newEmail(), { role: 'owner' }));
  t.true(invited.html.includes('The invitation was sent.'));
});

test('an empty list, more than a hundred emails and a wrong number of days are refused, and the page keeps the input', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const { browser, page } = await openConsole(server, owner, pathOf(slug));
  const many = Array.from({ length: 101 }, (_, index) => `p${index}@${id}.test`).join('\n');
  for (const [fields, field, text] of [
    [inviting(' \n;,'), 'emails', 'Enter at least one email address.'],
    [inviting(many), 'emails', 'Enter at most 100 email addresses'],
    [inviting('ada@people.test', { days: '0' }), 'days', 'Enter a number from 1 to 90.'],
    [inviting('ada@people.test', { days: '91' }), 'days', 'Enter a number from 1 to 90.'],
    [inviting('ada@people.test', { days: '1e1' }), 'days', 'Enter a number from 1 to 90.'],
  ] as const) {
    const refused = await post(browser, page, fields);
    t.is(refused.status, 422);
    t.regex(refused.html, new RegExp(`id="field-${field}-error">${text}`, 'u'));
    if (fields.emails.includes('ada')) t.true(refused.html.includes('ada@people.test</textarea>'));
  }
  t.is((await post(browser, page, inviting('ada@people.test', { role: 'king' }))).status, 422);
  t.is((await post(browser, page, inviting('ada@people.test', { revoke: 'too' }))).status, 422, 'two buttons');
  t.is((await post(browser, page, { emails: 'ada@people.test' })).status, 422, 'no button');
  t.is((await post(browser, page, inviting('x'.repeat(110_000)))).status, 413);
  t.is((await sentTo(id)).length, 0);
});

test('hostile entries of the list are shown as text and invite nobody', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const { browser, page } = await openConsole(server, owner, pathOf(slug));
  const entries = ['<script>alert(1)</script>', 'a@b.test\u202E', 'a b@c.test', '@', `${'x'.repeat(300)}@c.test`];
  const shown = await post(browser, page, inviting(entries.join('\n')));
  t.is(shown.status, 422);
  t.is(shown.html.match(/Not a valid email address/gu)?.length, entries.length);
  const error = /id="field-emails-error">([^<]*)</u.exec(shown.html)?.[1] ?? '';
  t.true(error.startsWith('Nobody was invited. &lt;script'));
  t.false(error.includes('\u202E'));
  t.false(error.includes('x'.repeat(81)));
  t.false(shown.html.includes('<script>alert'));
  t.is((await sentTo(id)).length, 0);
});

test('a list of which nobody can be invited is refused: the form is shown again with what was entered', async (t) => {
  const tenant = await tenantOfAll(server);
  const { id, slug, owner } = tenant;
  const pending = newEmail();
  await addInvitation(id, { email: pending });
  const { browser, page } = await openConsole(server, owner, pathOf(slug));
  for (const [list, status, why] of [
    ['no email', 422, 'no email: Not a valid email address.'],
    [`${tenant.member.email}\nno email`, 422, `${tenant.member.email}: Already a member. no email: Not a valid`],
    [tenant.member.email, 409, `${tenant.member.email}: Already a member.`],
    [`${pending}\n${tenant.member.email}`, 409, `${pending}: Already invited. ${tenant.member.email}: Already`],
    [
      Array.from({ length: 12 }, (_, index) => `no ${index}`).join('\n'),
      422,
      'no 9: Not a valid email address. And 2 more.',
    ],
  ] as const) {
    const refused = await post(browser, page, inviting(list, { role: 'admin', days: '3' }));
    t.is(refused.status, status, list);
    t.regex(refused.html, /<title>Error: /u);
    const error = /id="field-emails-error">([^<]*)</u.exec(refused.html)?.[1] ?? '';
    t.true(error.startsWith('Nobody was invited. '), error);
    t.true(error.includes(why), error);
    t.regex(refused.html, /<textarea[^>]*aria-invalid="true"[^>]*>/u);
    t.true(refused.html.includes(`${list}</textarea>`));
    t.regex(refused.html, /<option value="admin" selected/u);
    t.regex(refused.html, /name="days"[^>]*value="3"/u);
  }
  t.is((await sentTo(id)).length, 1);
  const german = await post(browser, await browser.open(`${pathOf(slug)}?ui_locales=de`), inviting('no email'));
  t.true(german.html.includes('Es wurde niemand eingeladen. no email: Keine gültige E-Mail-Adresse.'));
});

test('a hundred emails are invited; those beyond the limit of mails are named', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const { browser, page } = await openConsole(server, owner, pathOf(slug));
  const list = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `p${from + index}@${id}.test`).join(', ');
  const first = await post(browser, page, inviting(list(0, 100)));
  t.true(first.html.includes('100 of 100 invitations were sent.'));
  t.true(Buffer.byteLength(first.html) < 100_000);
  const second = await post(browser, page, inviting(list(98, 30)));
  const results = Object.values(resultsOf(second.html));
  const count = (text: string) => results.filter((result) => result === text).length;
  t.deepEqual([count('Already invited'), count('Invited'), count('Limit reached: try again later')], [2, 20, 8]);
  t.is((await sentTo(id)).length, 120);
  const resent = await post(browser, page, { resend: (await sentTo(id))[0]?.id ?? '' });
  t.is(resent.status, 429);
  t.true(resent.html.includes('Too many'));
});

test('the list shows 50 per page, those that are valid longest first, and each status by itself', async (t) => {
  const { id, slug, owner } = await freshTenant(server);
  const gone = await addInvitation(id, { expiresAt: new Date(Date.now() - 1000) });
  for (let index = 0; index < 60; index += 1)
    await addInvitation(id, {
      email: `p${index}@${id}.test`,
      expiresAt: new Date(Date.now() + 86_400_000 + 60_000 * index),
    });
  const { browser, page } = await openConsole(server, owner, pathOf(slug));
  const emails = (html: string) =>
    [...html.matchAll(/<th scope="row"><bdi>p(\d+)@/gu)].map(([, index]) => Number(index));
  t.deepEqual(
    emails(page.html),
    Array.from({ length: 50 }, (_, index) => 59 - index),
  );
  t.true(Buffer.byteLength(page.html) < 100_000, String(Buffer.byteLength(page.html)));
  const next = /<a href="([^"]*after=[^"]*)"/u.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  t.deepEqual(
    emails((await browser.open(next)).html),
    Array.from({ length: 10 }, (_, index) => 9 - index),
  );
  const expired = await browser.open(`${pathOf(slug)}?status=EXPIRED`);
  t.true(expired.html.includes(gone.email));
  t.deepEqual(emails(expired.html), []);
  t.is((await post(browser, page, { resend: gone.id })).status, 303, 'an expired one can be sent again');
  t.true((await browser.open(pathOf(slug))).html.includes(gone.email));
  t.true(
    (await browser.open(`${pathOf(slug)}?status=ACCEPTED`)).html.includes('No invitations have been accepted yet.'),
  );
  t.is((await browser.open(`${pathOf(slug)}?status=nonsense&after=nonsense`)).status, 200);
});

test('an admin who was demoted is refused, also between the two clicks', async (t) => {
  const { id, slug, admin } = await tenantOfAll(server);
  const { id: revoke } = await addInvitation(id, {});
  const { browser, page } = await openConsole(server, admin, pathOf(slug));
  const outcome = outcomeOf(await post(browser, page, { revoke }));
  await server.identity.db.membership.update({ where: { id: admin.membershipId }, data: { role: 'member' } });
  t.is((await post(browser, page, { revoke, outcome })).status, 403);
  t.is((await post(browser, page, inviting(newEmail()))).status, 403);
  t.is((await sentTo(id))[0]?.status, 'PENDING');
});

test('the page and its results exist in German', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const member = await addMember(
    server,
    (await server.identity.db.tenant.findUniqueOrThrow({ where: { slug } })).id,
    'member',
  );
  const { browser } = await openConsole(server, owner, pathOf(slug));
  const page = await browser.open(`${pathOf(slug)}?ui_locales=de`);
  t.regex(page.html, /<h1>Einladungen<\/h1>/u);
  const shown = await post(browser, page, inviting(`${newEmail()}\n${member.email}`));
  t.true(shown.html.includes('1 von 2 Einladungen wurden gesendet.'));
  t.true(shown.html.includes('Bereits Mitglied'));
});
