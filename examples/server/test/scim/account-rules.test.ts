import test from 'ava';
import { directoryScene, freshEmail, scimCall, startScimServer, type TestServer, userSchema } from '../support/scim.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const userBody = (userName: string, more: object = {}) => ({ schemas: [userSchema], userName, active: true, ...more });

test('an existing account is never taken over: it is invited, and linked by the accepted invitation', async (t) => {
  const { call, memberOf, rowOf, patch, ownEmail } = await directoryScene(server);
  const { userId, email } = await addUser(server, ownEmail());
  const before = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const created = await call('POST', '/Users', userBody(email, { displayName: 'Somebody Else' }));
  t.is(created.status, 201);
  const id = String(created.body['id']);
  t.like(await rowOf(id), { status: 'PENDING', userId: null });
  t.is(await memberOf(id), undefined);
  // Neither names nor anything else of the account can be changed while it is only invited.
  await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Mallory' });
  t.deepEqual(await db().user.findUniqueOrThrow({ where: { id: userId } }), before);
  const accepted = await send(
    server.issuer,
    'POST',
    `/api/invitations/${await server.mailbox.invitationSecret(email)}/accept`,
    await tokenOf(server.issuer, email),
    {},
  );
  t.is(accepted.status, 200, JSON.stringify(accepted.body));
  t.like(await rowOf(id), { status: 'ACTIVE', userId });
  t.like(await memberOf(id), { status: 'ACTIVE', role: 'member' });
  // Linked, and still not the directory's own account.
  await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Mallory' });
  t.is((await db().user.findUniqueOrThrow({ where: { id: userId } })).displayName, before.displayName);
});

test('outside of the verified domains everybody is invited, and nobody gets an account', async (t) => {
  const { call, rowOf } = await directoryScene(server);
  const email = freshEmail('elsewhere.test');
  const created = await call('POST', '/Users', userBody(email));
  t.is(created.status, 201);
  t.like(await rowOf(String(created.body['id'])), { status: 'PENDING', userId: null });
  t.is(await db().user.count({ where: { normalizedEmail: email } }), 0);
  t.is(await db().invitation.count({ where: { normalizedEmail: email, status: 'PENDING' } }), 1);
});

test('an invited user who becomes inactive can no longer accept, and is invited again later', async (t) => {
  const { call, patch, rowOf } = await directoryScene(server);
  const email = freshEmail('elsewhere.test');
  const id = String((await call('POST', '/Users', userBody(email))).body['id']);
  await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
  const pending = () => db().invitation.count({ where: { normalizedEmail: email, status: 'PENDING' } });
  t.is(await pending(), 0);
  t.is((await rowOf(id)).invitationId, null);
  await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
  t.is(await pending(), 1);
  t.is((await call('DELETE', `/Users/${id}`)).status, 204);
  t.is(await pending(), 0);
});

test('a member of the tenant is linked, but the account stays as it is', async (t) => {
  const { call, patch, tenant, memberOf, ownEmail } = await directoryScene(server);
  const member = await addUser(server, ownEmail());
  await db().membership.create({ data: { tenantId: tenant.id, userId: member.userId } });
  const created = await call('POST', '/Users', userBody(member.email, { displayName: 'Renamed' }));
  t.is(created.status, 201);
  const id = String(created.body['id']);
  t.like(await memberOf(id), { status: 'ACTIVE', role: 'member' });
  await patch(`/Users/${id}`, { op: 'replace', value: { userName: ownEmail(), 'name.givenName': 'Renamed' } });
  t.like(await db().user.findUniqueOrThrow({ where: { id: member.userId } }), { email: member.email, givenName: null });
  await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
  t.is((await memberOf(id))?.status, 'SUSPENDED');
});

test('names and emails reach an account that the directory has created, while it is in no other tenant', async (t) => {
  const { addUser: add, patch, rowOf, ownEmail } = await directoryScene(server);
  const { id, email } = await add({ displayName: 'Ann' });
  const { userId } = await rowOf(id);
  const account = () => db().user.findUniqueOrThrow({ where: { id: userId ?? '' } });
  await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Ann Lee' });
  t.is((await account()).displayName, 'Ann Lee');
  const moved = ownEmail();
  await patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: moved });
  t.is((await account()).email, moved);
  // An email that is not of the tenant's domains stays in the resource.
  await patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: freshEmail('elsewhere.test') });
  t.is((await account()).email, moved);
  // Nor does an email that somebody has.
  const other = await add();
  const taken = [{ type: 'work', primary: true, value: other.email }];
  t.is((await patch(`/Users/${id}`, { op: 'add', path: 'emails', value: taken })).status, 200);
  t.is((await account()).email, moved);
  const elsewhere = await freshTenant(server);
  await db().membership.create({ data: { tenantId: elsewhere.id, userId: userId ?? '', role: 'member' } });
  await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Mallory' });
  t.is((await account()).displayName, 'Ann Lee');
  t.not(email, moved);
});

test('a user who was deleted and comes again is the same account', async (t) => {
  const { addUser: add, call, rowOf, memberOf } = await directoryScene(server);
  const { id, email } = await add();
  const { userId } = await rowOf(id);
  await call('DELETE', `/Users/${id}`);
  const again = await call('POST', '/Users', userBody(email));
  t.is(again.status, 201);
  const next = String(again.body['id']);
  t.not(next, id);
  t.is((await rowOf(next)).userId, userId);
  t.is((await memberOf(next))?.status, 'ACTIVE');
  t.is(await db().user.count({ where: { normalizedEmail: email } }), 1);
});

test('a member who was removed by hand comes back when the directory says active again', async (t) => {
  const { addUser: add, patch, rowOf, memberOf, tenant } = await directoryScene(server);
  const { id } = await add();
  const { userId } = await rowOf(id);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const where = { tenantId_userId: { tenantId: tenant.id, userId: userId ?? '' } };
  const { id: membershipId } = await db().membership.findUniqueOrThrow({ where });
  await send(server.issuer, 'DELETE', `/api/tenants/${tenant.id}/members/${membershipId}`, token);
  t.is((await rowOf(id)).active, false);
  await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
  t.is((await memberOf(id))?.status, 'ACTIVE');
  t.is((await rowOf(id)).userId, userId);
});

test('the last owner cannot be suspended by a directory, and the log says why', async (t) => {
  const { call, patch, tenant, memberOf, id: directoryId, path, owner } = await directoryScene(server);
  const created = await call('POST', '/Users', userBody(tenant.owner.email));
  const id = String(created.body['id']);
  const userIds = [tenant.owner.userId];
  t.is((await send(server.issuer, 'POST', `${path}/${directoryId}/adopt`, owner, { userIds })).status, 200);
  for (const refused of [
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
    await call('DELETE', `/Users/${id}`),
  ]) {
    t.is(refused.status, 409);
    t.is(refused.body['status'], '409');
  }
  t.like(await memberOf(id), { status: 'ACTIVE', role: 'owner' });
  const log = await db().directoryLogEntry.findMany({ where: { directoryId, result: 'REFUSED' } });
  t.deepEqual(
    log.map(({ method, outcomes }) => [method, outcomes]),
    [
      ['PATCH', ['LAST_OWNER']],
      ['DELETE', ['LAST_OWNER']],
    ],
  );
  await addMember(server, tenant.id, 'owner');
  t.is((await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status, 200);
  t.is((await memberOf(id))?.status, 'SUSPENDED');
});

test('a user without an email is refused, and a user who is not active gets no account yet', async (t) => {
  const { call, patch, rowOf, memberOf, ownEmail } = await directoryScene(server);
  const refused = await call('POST', '/Users', userBody('no-email'));
  t.is(refused.status, 400);
  t.is(refused.body['scimType'], 'invalidValue');
  const email = ownEmail();
  const id = String((await call('POST', '/Users', { ...userBody(email), active: 'False' })).body['id']);
  t.like(await rowOf(id), { status: 'PENDING', active: false });
  t.is(await db().user.count({ where: { normalizedEmail: email } }), 0);
  await patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
  t.is((await memberOf(id))?.status, 'ACTIVE');
});

test('an account that a directory creates is expected by its connection', async (t) => {
  const { tenant, ownEmail } = await directoryScene(server);
  const { id: tenantId, owner } = tenant;
  const connection = await db().connection.create({
    data: {
      tenantId,
      kind: 'OIDC',
      name: 'Entra',
      issuer: 'https://idp.test',
      settings: { clientId: 'x', emailClaim: 'email', logoutAtProvider: false },
      secret: Buffer.from('x'),
    },
  });
  const token = await tokenOf(server.issuer, owner.email);
  const path = `/api/tenants/${tenantId}/directories`;
  const created = await send(server.issuer, 'POST', path, token, { name: 'Entra ID', connectionId: connection.id });
  t.is(created.status, 201);
  const email = ownEmail();
  const url = `${String(created.body['baseUrl'])}/Users`;
  const made = await scimCall(url, { method: 'POST', token: String(created.body['token']), body: userBody(email) });
  t.is(made.status, 201);
  const { id } = await db().user.findUniqueOrThrow({ where: { normalizedEmail: email } });
  t.is(await db().expectedUser.count({ where: { connectionId: connection.id, userId: id } }), 1);
  const other = await freshTenant(server);
  const foreign = await tokenOf(server.issuer, other.owner.email);
  const body = { name: 'x', connectionId: connection.id };
  t.is((await send(server.issuer, 'POST', `/api/tenants/${other.id}/directories`, foreign, body)).status, 422);
});
