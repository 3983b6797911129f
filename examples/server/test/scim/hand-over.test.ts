import { until } from '@org/identity-testing/until';
import test from 'ava';
import { mailsAtRest } from '../support/merged-mails.js';
import { directoryScene, groupSchema, startScimServer, type TestServer, userSchema } from '../support/scim.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const userBody = (userName: string, more: object = {}) => ({ schemas: [userSchema], userName, active: true, ...more });
const goes = { op: 'replace', path: 'active', value: false };
const stays = { op: 'replace', path: 'active', value: true };
const mailsTo = (email: string) => server.mailbox.all.filter(({ to }) => to === email);

/** A directory that has sent somebody who was a member before. */
async function scene(role: 'owner' | 'admin' | 'member') {
  const directory = await directoryScene(server);
  const { tenant, path, id: directoryId, owner, call } = directory;
  const member = await addMember(server, tenant.id, role);
  const created = await call('POST', '/Users', userBody(member.email));
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  const id = String(created.body['id']);
  const adopt = (userIds: string[] = [member.userId], by = owner) =>
    send(server.issuer, 'POST', `${path}/${directoryId}/adopt`, by, { userIds });
  const pending = async () => {
    const { status, body } = await send(server.issuer, 'GET', `${path}/${directoryId}/pending`, owner);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body['users'] as Record<string, unknown>[];
  };
  const statusOf = async (userId = member.userId) => {
    const where = { tenantId_userId: { tenantId: tenant.id, userId } };
    return String((await db().membership.findUniqueOrThrow({ where })).status);
  };
  return { ...directory, directoryId, id, member, adopt, pending, statusOf };
}

for (const role of ['owner', 'admin'] as const)
  test(`a directory that wants an ${role} gone changes nothing and tells every owner, once a day`, async (t) => {
    const { id, directoryId, call, patch, member, statusOf, tenant, pending } = await scene(role);
    const second = await addMember(server, tenant.id, 'owner');
    const answers = [
      await patch(`/Users/${id}`, goes),
      await call('PUT', `/Users/${id}`, userBody(member.email, { active: false })),
      await call('DELETE', `/Users/${id}`),
    ];
    for (const { status, body } of answers) t.like({ status, body }, { status: 200, body: { id, active: true } });
    t.is(await statusOf(), 'ACTIVE');
    t.is((await call('GET', `/Users/${id}`)).status, 200);
    t.like((await pending())[0], { userId: member.userId, resourceId: id, role, wants: 'DELETE' });
    const link = `${server.issuer}/console/${tenant.slug}/directories/${directoryId}`;
    const owners = [tenant.owner.email, second.email, ...(role === 'owner' ? [member.email] : [])];
    for (const email of owners) {
      const { text } = await server.mailbox.mailTo(email);
      t.true(text.includes(link) && text.includes(member.email), email);
    }
    const log = await db().directoryLogEntry.findMany({
      where: { directoryId, resourceId: id },
      orderBy: { id: 'asc' },
    });
    t.deepEqual(
      log.map(({ method, result, outcomes }) => [method, result, outcomes]),
      [
        ['POST', 'APPLIED', ['pending', 'stored']],
        ['PATCH', 'UNCHANGED', ['held']],
        ['PUT', 'UNCHANGED', ['held']],
        ['DELETE', 'UNCHANGED', ['held']],
      ],
    );
    await db().$executeRaw`
      UPDATE identity.directory_users SET owners_told_at = owners_told_at - interval '25 hours' WHERE id = ${id}::uuid`;
    await patch(`/Users/${id}`, goes);
    await server.mailbox.mailTo(second.email, 2);
    t.is(mailsTo(second.email).length, 2);
  });

test('a tenant’s owners get twenty such mails in a day, and the page lists the rest', async (t) => {
  const { call, patch, tenant, pending } = await scene('admin');
  for (let count = 0; count < 22; count += 1) {
    const admin = await addMember(server, tenant.id, 'admin');
    const created = await call('POST', '/Users', userBody(admin.email));
    t.is((await patch(`/Users/${String(created.body['id'])}`, goes)).status, 200);
  }
  await mailsAtRest(server.identity);
  t.is(mailsTo(tenant.owner.email).length, 20);
  t.is((await pending()).filter(({ wants }) => wants === 'SUSPEND').length, 22);
});

test('a member who is handed over is suspended at once if the directory wants that, and is managed from then on', async (t) => {
  const { id, member, patch, adopt, statusOf, pending, rowOf, events } = await scene('admin');
  await patch(`/Users/${id}`, goes);
  t.is((await adopt()).status, 200);
  t.is(await statusOf(), 'SUSPENDED');
  t.like(await rowOf(id), { status: 'ACTIVE', active: false, userId: member.userId });
  t.deepEqual(await pending(), []);
  t.deepEqual((await events()).slice(-2), ['directory.adopted', 'member.suspended']);
  await patch(`/Users/${id}`, stays);
  t.is(await statusOf(), 'ACTIVE');
  await patch(`/Users/${id}`, goes);
  t.is(await statusOf(), 'SUSPENDED');
  const count = (await events()).length;
  t.is((await adopt()).status, 200);
  t.is((await events()).length, count, 'nothing is handed over twice');
});

test('a deletion that was held is done with the hand-over', async (t) => {
  const { id, call, adopt, statusOf } = await scene('admin');
  t.is((await call('DELETE', `/Users/${id}`)).status, 200);
  t.is((await adopt()).status, 200);
  t.is(await statusOf(), 'SUSPENDED');
  t.is((await call('GET', `/Users/${id}`)).status, 404);
});

test('a directory that thinks better of it leaves nothing to do for the hand-over', async (t) => {
  const { id, patch, adopt, statusOf } = await scene('admin');
  await patch(`/Users/${id}`, goes);
  await patch(`/Users/${id}`, stays);
  t.is((await adopt()).status, 200);
  t.is(await statusOf(), 'ACTIVE');
});

test('a member whom the directory has made needs the hand-over too once they are an admin', async (t) => {
  const { addUser: add, rowOf, patch, call, tenant, adopt, statusOf, pending } = await scene('member');
  const { id, email } = await add({ displayName: 'Ann' });
  const userId = (await rowOf(id)).userId ?? '';
  const where = { tenantId_userId: { tenantId: tenant.id, userId } };
  await db().membership.update({ where, data: { role: 'admin' } });
  t.is((await patch(`/Users/${id}`, goes, { op: 'replace', path: 'displayName', value: 'Mallory' })).status, 200);
  t.is((await call('DELETE', `/Users/${id}`)).status, 200);
  t.is(await statusOf(userId), 'ACTIVE');
  t.like(await db().user.findUniqueOrThrow({ where: { id: userId } }), { displayName: 'Ann', email });
  t.true((await pending()).some((one) => one['userId'] === userId));
  await db().membership.update({ where, data: { role: 'member' } });
  await patch(`/Users/${id}`, goes);
  t.is(await statusOf(userId), 'SUSPENDED', 'no admin any more');
  t.is((await adopt([userId])).status, 200);
});

test('a promotion and a suspension at one moment: the new admin stays', async (t) => {
  const { addUser: add, rowOf, patch, tenant, statusOf } = await scene('member');
  const { id } = await add();
  const userId = (await rowOf(id)).userId ?? '';
  const suspension = await db().$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenant.id}::uuid FOR UPDATE`;
      await tx.membership.update({
        where: { tenantId_userId: { tenantId: tenant.id, userId } },
        data: { role: 'admin' },
      });
      const sent = patch(`/Users/${id}`, goes);
      const waits = () => tx.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
      await until(async () => (await waits()).length > 0);
      // In an object, so that the transaction does not wait for it.
      return { sent };
    },
    { timeout: 60_000 },
  );
  t.like(await suspension.sent, { status: 200, body: { active: true } });
  t.is(await statusOf(userId), 'ACTIVE');
});

test('a member from before is managed by an email of the verified domains, and otherwise handed over', async (t) => {
  const { id, patch, statusOf, member, tenant, call, ownEmail, adopt } = await scene('member');
  t.is((await patch(`/Users/${id}`, goes)).status, 200);
  t.is(await statusOf(), 'ACTIVE');
  t.true((await server.mailbox.mailTo(tenant.owner.email)).text.includes(member.email));
  t.is((await adopt()).status, 200);
  t.is(await statusOf(), 'SUSPENDED');
  const { userId, email } = await addUser(server, ownEmail());
  await db().membership.create({ data: { tenantId: tenant.id, userId } });
  const created = await call('POST', '/Users', userBody(email));
  await patch(`/Users/${String(created.body['id'])}`, goes);
  t.is(await statusOf(userId), 'SUSPENDED');
});

test('a directory does not end a suspension of somebody whom it does not manage', async (t) => {
  const { tenant, call, patch, statusOf } = await scene('owner');
  const admin = await addMember(server, tenant.id, 'admin', 'SUSPENDED');
  const created = await call('POST', '/Users', userBody(admin.email));
  t.like(created, { status: 201, body: { active: false } });
  const id = String(created.body['id']);
  t.like(await patch(`/Users/${id}`, stays), { status: 200, body: { active: false } });
  t.is(await statusOf(admin.userId), 'SUSPENDED');
  t.is((await call('DELETE', `/Users/${id}`)).status, 204, 'there is nobody to protect');
});

test('the last owner stays, also when handed over', async (t) => {
  const { tenant, call, patch, adopt, statusOf } = await scene('admin');
  const created = await call('POST', '/Users', userBody(tenant.owner.email));
  const id = String(created.body['id']);
  await patch(`/Users/${id}`, goes);
  t.is((await adopt([tenant.owner.userId])).status, 200);
  t.is(await statusOf(tenant.owner.userId), 'ACTIVE');
  t.is((await patch(`/Users/${id}`, goes)).status, 409);
});

test('a member who waits joins the groups of the directory with the hand-over', async (t) => {
  const { id, call, tenant, adopt } = await scene('admin');
  const body = { schemas: [groupSchema], displayName: 'Sales', members: [{ value: id }] };
  t.is((await call('POST', '/Groups', body)).status, 201);
  const joined = () => db().groupMember.count({ where: { tenantId: tenant.id } });
  t.is(await joined(), 0);
  await adopt();
  t.is(await joined(), 1);
});

test('the deletion of a directory leaves members alone whom it does not manage', async (t) => {
  const { path, directoryId, owner, statusOf, addUser: add, rowOf } = await scene('admin');
  const userId = (await rowOf((await add()).id)).userId ?? '';
  t.is((await send(server.issuer, 'DELETE', `${path}/${directoryId}`, owner)).status, 200);
  t.deepEqual([await statusOf(), await statusOf(userId)], ['ACTIVE', 'SUSPENDED']);
});

test('an invitation that somebody else has sent is not the directory’s to revoke', async (t) => {
  const { tenant, call, patch } = await scene('member');
  const invited = await addMember(server, tenant.id, 'admin', 'INVITED');
  const created = await call('POST', '/Users', userBody(invited.email));
  const id = String(created.body['id']);
  await patch(`/Users/${id}`, goes);
  t.is((await call('DELETE', `/Users/${id}`)).status, 204);
  const where = { id: invited.membershipId, status: 'PENDING' } as const;
  t.is(await db().invitation.count({ where }), 1);
});

test('only an owner who signed in just now hands members over, and only members of the tenant', async (t) => {
  const { tenant, adopt, member, owner, path, directoryId, statusOf } = await scene('admin');
  const { issuer } = server;
  const admin = await tokenOf(issuer, (await addMember(server, tenant.id, 'admin')).email);
  const other = await freshTenant(server);
  const stranger = await tokenOf(issuer, other.owner.email);
  const invited = await addMember(server, tenant.id, 'member', 'INVITED');
  t.is((await adopt([member.userId], admin)).status, 403);
  t.is((await adopt([member.userId], stranger)).status, 404);
  t.is((await send(issuer, 'GET', `${path}/${directoryId}/pending`, admin)).status, 403);
  for (const userId of [other.owner.userId, invited.userId, directoryId, 'x'])
    t.like(await adopt([member.userId, userId]), { status: 404, body: { error: 'MEMBER_NOT_FOUND' } });
  for (const body of [{}, { userIds: [] }, { userIds: 'x' }, { userIds: [member.userId], role: 'owner' }])
    t.is((await send(issuer, 'POST', `${path}/${directoryId}/adopt`, owner, body)).status, 422, JSON.stringify(body));
  const theirs = `/api/tenants/${other.id}/directories/${directoryId}/adopt`;
  const crossed = await send(issuer, 'POST', theirs, stranger, { userIds: [other.owner.userId] });
  t.like(crossed, { status: 404, body: { error: 'DIRECTORY_NOT_FOUND' } });
  t.is(await db().directoryMember.count({ where: { directoryId } }), 0);
  await db().$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 660))
    WHERE account_id = ${tenant.owner.userId}`;
  t.like(await adopt(), { status: 403, body: { error: 'REAUTHENTICATION_REQUIRED' } });
  t.is(await statusOf(), 'ACTIVE');
});

test('who leaves the tenant and comes back has to be handed over again', async (t) => {
  const { id, tenant, adopt, member, owner, patch, statusOf } = await scene('admin');
  await adopt();
  await send(server.issuer, 'DELETE', `/api/tenants/${tenant.id}/members/${member.membershipId}`, owner);
  await db().membership.create({ data: { tenantId: tenant.id, userId: member.userId, role: 'admin' } });
  await patch(`/Users/${id}`, goes);
  t.is(await statusOf(), 'ACTIVE');
});
