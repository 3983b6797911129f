import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { api, expire, invited, newEmail, password, server } from '../support/invitation-tests.js';
import { call, signIn } from '../support/sign-in.js';
import { addMember, freshTenant, tokenOf } from '../support/tenant-api.js';

const accept = (secret: string, body: unknown = { password }, token?: string) =>
  api('POST', `/api/invitations/${secret}/accept`, token, body);

test('an invitation answers the fields of the contract and is listed with its inviter', async (t) => {
  const { created, token, path, tenant, email } = await invited();
  t.is(created.status, 201);
  t.deepEqual(Object.keys(created.body).sort(), ['email', 'expiresAt', 'id', 'licenses', 'role', 'status']);
  t.like(created.body, { email, role: 'member', status: 'PENDING' });
  const days = (Date.parse(String(created.body['expiresAt'])) - Date.now()) / 86_400_000;
  t.true(days > 6.9 && days <= 7);
  const { body } = await call(server.issuer, path, token);
  const [listed] = body['invitations'] as Record<string, unknown>[];
  t.deepEqual(Object.keys(listed ?? {}).sort(), [
    'createdAt',
    'email',
    'expiresAt',
    'id',
    'invitedBy',
    'licenses',
    'role',
    'status',
  ]);
  t.like(listed, { invitedBy: { id: tenant.owner.userId } });
});

test('the mail names tenant and inviter, in text and HTML, and script in a name is escaped', async (t) => {
  const tenant = await freshTenant(server);
  await server.identity.db.tenant.update({
    where: { id: tenant.id },
    data: { name: '<script>alert(1)</script> & Co' },
  });
  await server.identity.db.user.update({
    where: { id: tenant.owner.userId },
    data: { displayName: 'Ann "The Boss" <b>' },
  });
  const email = newEmail();
  await api('POST', `/api/tenants/${tenant.id}/invitations`, await tokenOf(server.issuer, tenant.owner.email), {
    email,
  });
  const mail = await server.mailbox.mailTo(email);
  t.regex(mail.text, /Ann "The Boss" <b> invites you to join <script>/u);
  t.true(mail.text.includes(`${server.issuer}/invitations/`));
  t.false(mail.html.includes('<script>'));
  t.true(mail.html.includes('&lt;script>alert(1)&lt;/script> &amp; Co'));
});

test('somebody new accepts with a password, gets a verified account and can sign in to the tenant', async (t) => {
  const { secret, tenant, email } = await invited({ role: 'admin' });
  const { status, body } = await accept(secret, {
    password,
    displayName: 'Nora New',
    givenName: 'Nora',
    familyName: 'New',
    locale: 'de-AT',
  });
  t.is(status, 200);
  t.deepEqual(Object.keys(body).sort(), ['membershipId', 'message', 'success', 'tenantId', 'userId']);
  t.like(body, { success: true, tenantId: tenant.id });
  const user = await server.identity.db.user.findUniqueOrThrow({ where: { id: String(body['userId']) } });
  t.like(user, { email, emailVerified: true, displayName: 'Nora New', locale: 'de-AT' });
  const browser = new TestBrowser(server.issuer);
  const { tokens } = await signInWith(browser, email, password);
  const { body: profile } = await call(server.issuer, '/api/users/me', tokens.access_token);
  t.like((profile['memberships'] as unknown[])[0], { tenantId: tenant.id, role: 'admin', status: 'ACTIVE' });
});

function signInWith(browser: TestBrowser, email: string, secret: string) {
  return signIn(server.issuer, { browser, email, password: secret });
}

test('an existing user is listed as INVITED, accepts with a token, and nobody else can', async (t) => {
  const { secret, tenant, token } = await invited({ email: 'member@acme.test' });
  const members = await call(server.issuer, `/api/tenants/${tenant.id}/members?status=INVITED`, token);
  t.like((members.body['members'] as unknown[])[0], { status: 'INVITED', user: { email: 'member@acme.test' } });
  t.is((await accept(secret, {})).status, 401, 'no token although an account exists');
  t.is((await accept(secret, { password })).status, 401);
  const stranger = await accept(secret, {}, await tokenOf(server.issuer, 'admin@acme.test'));
  t.deepEqual([stranger.status, stranger.body['error']], [403, 'INVITATION_EMAIL_MISMATCH']);
  const mine = await tokenOf(server.issuer, 'member@acme.test', 'acme');
  t.is((await accept(secret, { role: 'owner' }, mine)).status, 422, 'a role in the body is refused');
  const accepted = await accept(secret, {}, mine);
  t.is(accepted.status, 200);
  const membership = await server.identity.db.membership.findUniqueOrThrow({
    where: { id: String(accepted.body['membershipId']) },
  });
  t.like(membership, { status: 'ACTIVE', role: 'member', tenantId: tenant.id });
});

test('addresses compare without case and Unicode form', async (t) => {
  const { path, token } = await invited({ email: 'Ünique.Person@people.test' });
  const again = await api('POST', path, token, { email: 'ünique.person@PEOPLE.test' });
  t.deepEqual([again.status, again.body['error']], [409, 'INVITATION_EXISTS']);
});

test('an invited email is stored in the Unicode form of registration (NFKC), and the mail goes there', async (t) => {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const plain = newEmail();
  const path = `/api/tenants/${tenant.id}/invitations`;
  const { status, body } = await api('POST', path, token, { email: ` ${plain.replaceAll('e', '\uff45')} ` });
  t.is(status, 201);
  t.is(body['email'], plain);
  const accepted = await accept(await server.mailbox.invitationSecret(plain));
  const user = await server.identity.db.user.findUniqueOrThrow({ where: { id: String(accepted.body['userId']) } });
  t.is(user.email, plain);
  const again = await api('POST', path, token, { email: plain.replaceAll('e', '\uff45') });
  t.deepEqual([again.status, again.body['error']], [409, 'ALREADY_MEMBER']);
});

test('20 parallel accepts make one account and one membership', async (t) => {
  const { secret, tenant, email } = await invited();
  const responses = await Promise.all(Array.from({ length: 20 }, () => accept(secret)));
  t.is(responses.filter(({ status }) => status === 200).length, 1);
  t.true(responses.every(({ status }) => status === 200 || status === 404 || status === 401));
  t.is(await server.identity.db.user.count({ where: { normalizedEmail: email } }), 1);
  t.is(await server.identity.db.membership.count({ where: { tenantId: tenant.id } }), 2);
});

test('inviting a member is ALREADY_MEMBER, a second invitation INVITATION_EXISTS, after expiry a new one is possible', async (t) => {
  const { tenant, token, path, email, id } = await invited();
  const member = await addMember(server, tenant.id, 'member', 'SUSPENDED');
  const known = await api('POST', path, token, { email: member.email });
  t.deepEqual([known.status, known.body['error']], [409, 'ALREADY_MEMBER']);
  const twice = await api('POST', path, token, { email });
  t.deepEqual([twice.status, twice.body['error']], [409, 'INVITATION_EXISTS']);
  await expire(id);
  t.is((await api('POST', path, token, { email })).status, 201);
  const { body } = await call(server.issuer, `${path}?status=EXPIRED`, token);
  t.deepEqual(
    (body['invitations'] as { id: string }[]).map((invitation) => invitation.id),
    [id],
  );
});

for (const body of [
  {},
  { email: 'nobody' },
  { email: 'a@b.test', role: 'king' },
  { email: 'a@b.test', expiresInDays: 0 },
  { email: 'a@b.test', expiresInDays: 91 },
  { email: 'a@b.test', expiresInDays: 1.5 },
  { email: 'a@b.test', extra: 1 },
]) {
  test(`inviting with ${JSON.stringify(body)} is 422`, async (t) => {
    const { path, token } = await invited();
    t.is((await api('POST', path, token, body)).status, 422);
  });
}

// Every state of an invitation, and what each action does in it.
type State = 'PENDING' | 'EXPIRED' | 'REVOKED' | 'ACCEPTED';
const prepare: Record<State, (invitation: Awaited<ReturnType<typeof invited>>) => Promise<unknown>> = {
  PENDING: () => Promise.resolve(),
  EXPIRED: ({ id }) => expire(id),
  REVOKED: ({ path, id, token }) => api('DELETE', `${path}/${id}`, token),
  ACCEPTED: ({ secret }) => accept(secret),
};
const act: Record<
  string,
  (invitation: Awaited<ReturnType<typeof invited>>) => Promise<{ status: number; body: Record<string, unknown> }>
> = {
  accept: ({ secret }) => accept(secret),
  resend: ({ path, id, token }) => api('POST', `${path}/${id}/resend`, token),
  revoke: ({ path, id, token }) => api('DELETE', `${path}/${id}`, token),
};
const transitions: [State, string, number, State][] = [
  ['PENDING', 'accept', 200, 'ACCEPTED'],
  ['PENDING', 'resend', 200, 'PENDING'],
  ['PENDING', 'revoke', 200, 'REVOKED'],
  ['EXPIRED', 'accept', 410, 'EXPIRED'],
  ['EXPIRED', 'resend', 200, 'PENDING'],
  ['EXPIRED', 'revoke', 200, 'REVOKED'],
  ['REVOKED', 'accept', 404, 'REVOKED'],
  ['REVOKED', 'resend', 404, 'REVOKED'],
  ['REVOKED', 'revoke', 404, 'REVOKED'],
  ['ACCEPTED', 'accept', 404, 'ACCEPTED'],
  ['ACCEPTED', 'resend', 404, 'ACCEPTED'],
  ['ACCEPTED', 'revoke', 404, 'ACCEPTED'],
];
for (const [from, action, status, to] of transitions) {
  test(`an invitation that is ${from}: ${action} answers ${status} and leaves it ${to}`, async (t) => {
    const invitation = await invited();
    await prepare[from](invitation);
    const response = await act[action]?.(invitation);
    t.is(response?.status, status);
    const { body } = await call(server.issuer, `${invitation.path}?status=${to}`, invitation.token);
    t.true((body['invitations'] as { id: string }[]).some(({ id }) => id === invitation.id));
  });
}

test('resending makes the old link dead and the new one alive', async (t) => {
  const { path, id, token, secret, email } = await invited();
  await api('POST', `${path}/${id}/resend`, token);
  const fresh = await server.mailbox.invitationSecret(email, 2);
  t.not(fresh, secret);
  t.is((await accept(secret)).status, 404);
  t.is((await accept(fresh)).status, 200);
});

test('the secret is in the mail and nowhere else', async (t) => {
  const { secret, path, token, created } = await invited();
  const { body } = await call(server.issuer, path, token);
  t.false(JSON.stringify([body, created.body]).includes(secret));
  const rows = await server.identity.db
    .$queryRaw`SELECT row_to_json(i)::text AS a FROM identity.invitations i UNION ALL SELECT row_to_json(m)::text FROM identity.outgoing_mails m UNION ALL SELECT row_to_json(e)::text FROM identity.events e`;
  t.false(JSON.stringify(rows).includes(secret));
});

test('a weak password is refused and the invitation stays pending', async (t) => {
  const { secret } = await invited();
  const weak = await accept(secret, { password: 'short' });
  t.deepEqual([weak.status, weak.body['error']], [422, 'WEAK_PASSWORD']);
  t.is((await accept(secret)).status, 200);
});

test('revoking takes the INVITED membership along', async (t) => {
  const { path, id, token, tenant } = await invited({ email: 'admin@acme.test' });
  t.is(await server.identity.db.membership.count({ where: { tenantId: tenant.id } }), 2);
  await api('DELETE', `${path}/${id}`, token);
  t.is(await server.identity.db.membership.count({ where: { tenantId: tenant.id } }), 1);
});
