import test from 'ava';
import { refreshTokenGrant } from 'openid-client';
import { post } from '../support/account-pages.js';
import { ageSignIn, leaveUnused, openConsole } from '../support/console-pages.js';
import {
  ageFactor,
  asksForCode,
  asksToSetUp,
  begin,
  enrol,
  enrolBefore,
  forgetLastCode,
  isDone,
  totp,
} from '../support/second-factor.js';
import { type SignedIn, signIn } from '../support/sign-in.js';
import { addMember, freshTenant, type Member, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const open = { requireSso: false, breakGlass: [] as string[] };
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']];

/** A tenant with its people, and calls to its policy by its owner. */
async function scene() {
  const { id: tenantId, slug, owner } = await freshTenant(server);
  const member = await addMember(server, tenantId, 'member');
  const signedIn = await signIn(server.issuer, { email: owner.email });
  const token = signedIn.tokens.access_token;
  const path = `/api/tenants/${tenantId}/policy`;
  const read = (by = token) => send(server.issuer, 'GET', path, by);
  const write = (body: unknown, by = token) => send(server.issuer, 'PUT', path, by, body);
  const enter = (who: Member) => signIn(server.issuer, { email: who.email });
  return { tenantId, slug, owner, member, signedIn, token, read, write, enter };
}

/** Whether the tokens of a sign-in still work: the access token at our API, and the refresh token. */
async function works({ config, tokens }: SignedIn): Promise<[api: boolean, refresh: boolean]> {
  const { status } = await send(server.issuer, 'GET', '/api/users/me', tokens.access_token);
  const refreshed = await refreshTokenGrant(config, tokens.refresh_token ?? '').then(
    () => true,
    () => false,
  );
  return [status === 200, refreshed];
}

/** Stores a policy as it is, such as one of an older version. */
const plant = (tenantId: string, breakGlass: readonly string[]) =>
  db().tenant.update({
    where: { id: tenantId },
    data: {
      policy: {
        ...{ requireSso: true, breakGlass: [...breakGlass] },
        ...{ sessionHours: null, idleMinutes: null, allowedNetworks: [] },
      },
    },
  });

const asksForOtherWay = ({ html }: { html: string }) => /asks for another way to sign in/u.test(html);

/** What the client gets that asks for a sign-in without a page. */
async function silent({ browser }: SignedIn, tenant: string): Promise<string | null> {
  const { page } = await begin(server, { browser, changes: { prompt: 'none', tenant } });
  return page.url.searchParams.get('error');
}

test('the policy is read and replaced by owners only', async (t) => {
  const { tenantId, owner, member, read, write } = await scene();
  const none = { requireSso: false, breakGlass: [], sessionHours: null, idleMinutes: null, allowedNetworks: [] };
  t.like(await read(), { status: 200, body: none });
  const policy = { ...none, sessionHours: 8, idleMinutes: 30, allowedNetworks: ['127.0.0.0/8', '::1/128'] };
  t.like(await write(policy), { status: 200, body: policy });
  t.like(await read(), { status: 200, body: policy });
  t.like(await write(open), { status: 200, body: none });
  t.is((await db().tenant.findUniqueOrThrow({ where: { id: tenantId } })).policy, null);

  const admin = await addMember(server, tenantId, 'admin');
  for (const who of [admin, member]) {
    const { tokens } = await signIn(server.issuer, { email: who.email });
    t.deepEqual(codeOf(await read(tokens.access_token)), [403, 'FORBIDDEN']);
    t.deepEqual(codeOf(await write(open, tokens.access_token)), [403, 'FORBIDDEN']);
  }
  const stranger = await freshTenant(server);
  const { tokens } = await signIn(server.issuer, { email: stranger.owner.email });
  t.deepEqual(codeOf(await write(open, tokens.access_token)), [404, 'TENANT_NOT_FOUND']);
  for (const body of [
    {},
    { requireSso: true },
    { ...open, sessionHours: 0 },
    { ...open, sessionHours: 721 },
    { ...open, idleMinutes: 4 },
    { ...open, allowedNetworks: ['10.0.0.1/8'] },
    { ...open, allowedNetworks: ['10.0.0.0'] },
    { ...open, allowedNetworks: ['10.0.0.0/33'] },
    { ...open, allowedNetworks: ['::ffff:10.0.0.0/104'] },
    { ...open, breakGlass: [member.userId] },
    { ...open, breakGlass: [owner.userId, owner.userId] },
    { ...open, more: true },
  ])
    t.is((await write(body)).status, 422, JSON.stringify(body));
});

test('a policy that locks every owner out is refused', async (t) => {
  const { owner, write, read } = await scene();
  t.deepEqual(codeOf(await write({ ...open, requireSso: true })), [409, 'WOULD_LOCK_OUT']);
  t.deepEqual(codeOf(await write({ ...open, allowedNetworks: ['203.0.113.0/24'] })), [409, 'WOULD_LOCK_OUT']);
  t.like(await read(), { body: open });
  await enrol(server, owner);
  t.is((await write({ ...open, allowedNetworks: ['203.0.113.0/24'], breakGlass: [owner.userId] })).status, 200);
});

test('break-glass owners are owners who have a second factor already', async (t) => {
  const { tenantId, owner, write } = await scene();
  const second = await addMember(server, tenantId, 'owner');
  const body = { requireSso: true, breakGlass: [owner.userId] };
  const refused = await write(body);
  t.deepEqual(codeOf(refused), [422, 'VALIDATION_FAILED']);
  t.like(refused.body, { details: [{ path: 'breakGlass' }] });
  await enrol(server, owner);
  t.is((await write({ ...body, breakGlass: [owner.userId, second.userId] })).status, 422);
  t.is((await write(body)).status, 200);
});

test('the page lets owners with a second factor be chosen, and says why others cannot be', async (t) => {
  const { tenantId, slug, owner } = await scene();
  const second = await addMember(server, tenantId, 'owner');
  await enrolBefore(server, second);
  const { page } = await openConsole(server, owner, `/console/${slug}/security`);
  t.true(page.html.includes(`name="owner.${second.userId}"`));
  t.false(page.html.includes(`name="owner.${owner.userId}"`));
  t.regex(page.html, new RegExp(`<input type="checkbox" disabled[^>]*/><span>${owner.email}</span>`, 'u'));
  t.regex(page.html, /No second factor yet/u);
  t.regex(page.html, /<a href="[^"]*\/account\/security">Set one up<\/a>/u);
  t.regex(page.html, /Owners without a second factor can.+t be chosen\./u);
});

test('the page says whether single sign-on or the networks would lock the owners out', async (t) => {
  const { slug, owner } = await scene();
  const { browser, page } = await openConsole(server, owner, `/console/${slug}/security`);
  const path = `/console/${slug}/sign-in-policy`;
  const sso = await post(browser, page, { sent: 'yes', requireSso: 'on' }, { path });
  t.is(sso.status, 409);
  t.regex(sso.html, /With this policy, no owner could sign in\./u);
  const networks = await post(browser, page, { sent: 'yes', allowedNetworks: '203.0.113.0/24' }, { path });
  t.is(networks.status, 409);
  t.regex(networks.html, /You are not in one of these networks\./u);
});

test('requireSso ends what came by a password, and keeps everybody out who comes so again', async (t) => {
  const { tenantId, slug, owner, member, write, enter, token } = await scene();
  const [before, console] = [await enter(member), await openConsole(server, member, `/console/${slug}`)];
  const elsewhere = await freshTenant(server);
  await db().membership.create({ data: { tenantId: elsewhere.id, userId: member.userId, role: 'member' } });
  const other = await signIn(server.issuer, { email: member.email, changes: { tenant: elsewhere.slug } });
  await enrol(server, owner);
  t.is((await write({ requireSso: true, breakGlass: [owner.userId] })).status, 200);
  t.deepEqual(await works(before), [false, false]);
  t.is(await silent(before, slug), 'login_required');
  // A token for another tenant, and one without a page.
  t.deepEqual(await works(other), [true, true]);
  const reading = await send(server.issuer, 'GET', `/api/tenants/${tenantId}/members`, other.tokens.access_token);
  t.deepEqual(codeOf(reading), [403, 'POLICY_NOT_MET']);
  const visit = await console.browser.open(new URL(`/console/${slug}`, server.issuer));
  t.regex(visit.html, /requires single sign-on/u);
  // The password is right, but no way in.
  const again = await begin(server, { email: member.email, changes: { tenant: slug } });
  t.false(isDone(again.page));
  t.regex(again.page.html, /asks for another way to sign in/u);
  // The owner has one factor so far.
  t.is((await send(server.issuer, 'GET', `/api/tenants/${tenantId}`, token)).status, 401);
});

test('a break-glass owner gets in with the second factor they had, and all owners are told', async (t) => {
  const { tenantId, slug, owner, write } = await scene();
  const second = await addMember(server, tenantId, 'owner');
  const { secret } = await enrolBefore(server, owner);
  t.is((await write({ requireSso: true, breakGlass: [owner.userId] })).status, 200);
  const { browser, page, finish } = await begin(server, { email: owner.email, changes: { tenant: slug } });
  t.true(asksForCode(page));
  const { access_token: token } = await finish(await browser.submit(page, { code: totp(secret) }));
  t.is((await send(server.issuer, 'GET', `/api/tenants/${tenantId}`, token)).status, 200);
  const told = await db().event.findMany({ where: { tenantId, type: 'tenant.broke_glass' } });
  t.deepEqual(
    told.map(({ subjectId }) => subjectId),
    [owner.userId],
  );
  // The first mail to the owner is about the second factor.
  t.regex((await server.mailbox.mailTo(second.email)).subject, /Break-glass sign-in/u);
  t.true(server.mailbox.all.some(({ to, subject }) => to === owner.email && subject.startsWith('Break-glass')));
  // The other owner is not on the list.
  t.true(asksForOtherWay((await begin(server, { email: second.email, changes: { tenant: slug } })).page));
  // The list follows the members.
  const removal = `/api/tenants/${tenantId}/members/${owner.membershipId}`;
  t.is((await send(server.issuer, 'DELETE', removal, token)).status, 200);
  const { policy } = await db().tenant.findUniqueOrThrow({ where: { id: tenantId } });
  t.deepEqual(policy, { requireSso: true, breakGlass: [], sessionHours: null, idleMinutes: null, allowedNetworks: [] });
});

test('an empty list lets no owner around the provider, with or without a second factor', async (t) => {
  const { tenantId, slug, owner } = await scene();
  const second = await addMember(server, tenantId, 'owner');
  const { secret } = await enrolBefore(server, second);
  await plant(tenantId, []);
  t.true(asksForOtherWay((await begin(server, { email: owner.email, changes: { tenant: slug } })).page));
  const { browser, page } = await begin(server, { email: second.email, changes: { tenant: slug } });
  const next = asksForCode(page) ? await browser.submit(page, { code: totp(secret) }) : page;
  t.false(isDone(next));
  t.true(asksForOtherWay(next));
});

test('a listed owner without a second factor is not asked to set one up, and a new one does not count', async (t) => {
  const { tenantId, slug, owner } = await scene();
  await plant(tenantId, [owner.userId]);
  const { page } = await begin(server, { email: owner.email, changes: { tenant: slug } });
  t.false(asksToSetUp(page));
  t.true(asksForOtherWay(page));
  // The account itself can have one at any time, but the session in which it was set up does not break the glass.
  const elsewhere = await freshTenant(server);
  await db().membership.create({ data: { tenantId: elsewhere.id, userId: owner.userId, role: 'member' } });
  const { browser, secret } = await enrol(server, owner, { tenant: elsewhere.slug });
  t.regex((await browser.open(new URL(`/console/${slug}`, server.issuer))).html, /requires single sign-on/u);
  const silentPage = await begin(server, { browser, changes: { prompt: 'none', tenant: slug } });
  t.is(silentPage.page.url.searchParams.get('error'), 'login_required');
  t.is(await db().event.count({ where: { tenantId, type: 'tenant.broke_glass' } }), 0);
  // In a later sign-in it is one that the owner had before.
  await ageFactor(server, owner);
  const later = await begin(server, { email: owner.email, changes: { tenant: slug } });
  t.true(isDone(await later.browser.submit(later.page, { code: totp(secret) })));
});

test('a break-glass owner who has removed the second factor does not get in', async (t) => {
  const { tenantId, slug, owner, write } = await scene();
  const { secret } = await enrolBefore(server, owner);
  t.is((await write({ requireSso: true, breakGlass: [owner.userId] })).status, 200);
  const enter = async () => {
    await forgetLastCode(server, owner.userId);
    const { browser, page, finish } = await begin(server, { email: owner.email, changes: { tenant: slug } });
    return finish(await browser.submit(page, { code: totp(secret) }));
  };
  const { access_token: token } = await enter();
  t.is((await send(server.issuer, 'GET', `/api/tenants/${tenantId}`, token)).status, 200);
  await db().totp.delete({ where: { userId: owner.userId } });
  await db().user.update({ where: { id: owner.userId }, data: { mfaEnabled: false } });
  const { page } = await begin(server, { email: owner.email, changes: { tenant: slug } });
  t.false(asksToSetUp(page));
  t.true(asksForOtherWay(page));
});

test('sessions are as long as the policy allows, also those that exist', async (t) => {
  const { slug, member, write, enter, signedIn } = await scene();
  const [old, young] = [await enter(member), await enter(await addMember(server, (await scene()).tenantId, 'member'))];
  await ageSignIn(server, member, 2 * 3600);
  t.is((await write({ ...open, sessionHours: 1 })).status, 200);
  t.deepEqual(await works(old), [false, false]);
  t.deepEqual(await works(young), [true, true]);
  t.is(await silent(old, slug), 'login_required');
  t.deepEqual(await works(signedIn), [true, true]);
  const { tokens } = await enter(member);
  t.true((tokens.expiresIn() ?? 0) <= 3600);
});

test('a session that was not used for too long needs a new sign-in, even after it was used again', async (t) => {
  const { tenantId, slug, member, write, enter } = await scene();
  await write({ ...open, idleMinutes: 10 });
  const session = await enter(member);
  t.true((session.tokens.expiresIn() ?? 0) <= 300);
  t.deepEqual(await works(session), [true, true]);
  const idle = await enter(member);
  await leaveUnused(server, member, 700);
  await db()
    .$executeRaw`UPDATE identity.oidc_tokens t SET payload = jsonb_set(t.payload, '{iat}', to_jsonb((t.payload->>'iat')::int - 700))
    FROM identity.oidc_grants g WHERE g.id = t.grant_id AND g.tenant_id = ${tenantId}::uuid AND t.kind = 'RefreshToken'`;
  // The page notes its use, which must not hide the pause.
  const console = await idle.browser.open(new URL(`/console/${slug}`, server.issuer));
  t.not(console.url.pathname, `/console/${slug}`);
  t.is((await works(idle))[1], false);
  t.is(await silent(idle, slug), 'login_required');
});

test('networks count where the user is, and break-glass owners may be anywhere', async (t) => {
  const { tenantId, slug, owner, member, write, enter } = await scene();
  const before = await enter(member);
  const factor = await enrolBefore(server, owner);
  t.is((await write({ ...open, allowedNetworks: ['203.0.113.0/24'], breakGlass: [owner.userId] })).status, 200);
  t.deepEqual(await works(before), [false, false]);
  const refused = await begin(server, { email: member.email, changes: { tenant: slug } });
  t.is(refused.page.url.searchParams.get('error'), 'access_denied');
  const { browser } = await openConsole(server, member, '/account');
  const page = await browser.open(new URL(`/console/${slug}`, server.issuer));
  t.is(page.status, 403);
  t.regex(page.html, /does not allow access from your network/u);
  t.is((await send(server.issuer, 'GET', `/api/tenants/${tenantId}`, factor.tokens.access_token)).status, 200);
});
