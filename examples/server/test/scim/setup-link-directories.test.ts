import type { Job } from '@org/identity-core';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { post } from '../support/account-pages.js';
import { confirmed, outcomeOf } from '../support/console-pages.js';
import { type DomainServer, startDomainServer } from '../support/domain-tests.js';
import { patchSchema, scimCall, userSchema } from '../support/scim.js';
import { openedLink, setUpDomain } from '../support/setup-link-tests.js';
import { addMember, addUser, send, tokenOf } from '../support/tenant-api.js';

let server: DomainServer;
test.before(async () => {
  server = await startDomainServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A directory that the visitor of a setup link has added, with a user that it has made. */
async function scene() {
  const opened = await openedLink(server);
  const { tenant, visitor, signOn, owner, page, path, linkId } = opened;
  const domain = await setUpDomain(server, opened);
  const added = await post(visitor, signOn, { name: 'Okta' }, { path: '/setup/directories' });
  const token = /scim_[\w-]{20,}/u.exec(added.html)?.[0] ?? '';
  const { id } = await db().directory.findFirstOrThrow({ where: { tenantId: tenant.id } });
  const call = (method: string, to: string, body?: unknown) =>
    scimCall(`${server.issuer}/scim/v2/${id}${to}`, { method, token, body });
  const add = async (userName: string) => {
    const { status, body } = await call('POST', '/Users', { schemas: [userSchema], userName, active: true });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return String(body['id']);
  };
  const goes = (resourceId: string) =>
    call('PATCH', `/Users/${resourceId}`, {
      schemas: [patchSchema],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    });
  const made = await add(`made@${domain}`);
  const statusOf = async (email: string) => {
    const where = { tenantId: tenant.id, user: { normalizedEmail: email } };
    return String((await db().membership.findFirstOrThrow({ where })).status);
  };
  /** A member who was there before, with an email of the verified domain. */
  const before = async () => {
    const { userId, email } = await addUser(server, `before@${domain}`);
    await db().membership.create({ data: { tenantId: tenant.id, userId } });
    return { email, resourceId: await add(email) };
  };
  const withdraw = async () =>
    (await confirmed(owner, page, { withdraw: linkId }, { path: `${path}/setup-links` })).done;
  const works = async () => (await call('GET', '/Users')).status;
  const directoryPath = `/console/${tenant.slug}/directories/${id}`;
  return { ...opened, domain, id, call, goes, made, statusOf, before, withdraw, works, directoryPath };
}

test('owners are told about a directory that a setup link has added', async (t) => {
  const { tenant, directoryPath } = await scene();
  t.true((await server.mailbox.mailTo(tenant.owner.email)).text.includes(`${server.issuer}${directoryPath}`));
});

test('the list of directories shows which one waits to be confirmed', async (t) => {
  const { owner, directoryPath, tenant } = await scene();
  const isMarked = async () =>
    (await owner.open(`/console/${tenant.slug}/directories`)).html.includes('>Not confirmed</span>');
  t.true(await isMarked());
  await confirmed(owner, await owner.open(directoryPath), { action: 'confirm' });
  t.false(await isMarked());
});

test('a directory of a setup link manages only the members that it has made, until an owner confirms it', async (t) => {
  const { goes, made, statusOf, before, domain, owner, directoryPath, tenant } = await scene();
  const { email, resourceId } = await before();
  t.like(await goes(resourceId), { status: 200, body: { active: true } });
  t.is(await statusOf(email), 'ACTIVE');
  t.is((await goes(made)).status, 200);
  t.is(await statusOf(`made@${domain}`), 'SUSPENDED');
  const page = await owner.open(directoryPath);
  const { done } = await confirmed(owner, page, { action: 'confirm' });
  t.is(done.status, 303);
  t.is(await statusOf(email), 'SUSPENDED', 'what it wanted is done');
  const types = (await db().event.findMany({ where: { tenantId: tenant.id }, orderBy: { id: 'asc' } })).map(
    ({ type }) => type,
  );
  t.deepEqual(types.slice(-2), ['directory.confirmed', 'member.suspended']);
  t.false((await owner.open(directoryPath)).html.includes('value="confirm"'));
});

test('a directory of a setup link changes no email of an account before an owner confirms it', async (t) => {
  const opened = await scene();
  const { call, made, domain, owner, directoryPath } = opened;
  const { userId } = await db().directoryUser.findUniqueOrThrow({ where: { id: made } });
  const emailOf = async () => (await db().user.findUniqueOrThrow({ where: { id: String(userId) } })).email;
  const rename = (userName: string) =>
    call('PATCH', `/Users/${made}`, {
      schemas: [patchSchema],
      Operations: [{ op: 'replace', path: 'userName', value: userName }],
    });
  // The visitor reads the mails of this one.
  const own = await setUpDomain(server, opened);
  t.is((await rename(`mallory@${own}`)).status, 200);
  t.is(await emailOf(), `made@${domain}`);
  t.true((await db().directoryLogEntry.findFirstOrThrow({ orderBy: { id: 'desc' } })).outcomes.includes('email-kept'));
  t.is((await confirmed(owner, await owner.open(directoryPath), { action: 'confirm' })).done.status, 303);
  t.is((await rename(`renamed@${domain}`)).status, 200);
  t.is(await emailOf(), `renamed@${domain}`);
});

// Others look at the last entry of the log.
for (const end of ['its link is withdrawn', 'it is deleted'])
  test.serial(`a directory that goes on writing is stopped by two clicks: ${end}`, async (t) => {
    const { owner, page, path, linkId, directoryPath, call, domain, works } = await scene();
    const [fields, to] =
      end === 'it is deleted' ? [{ action: 'delete' }, directoryPath] : [{ withdraw: linkId }, `${path}/setup-links`];
    const asked = await post(owner, page, fields, { path: to });
    const userName = `another@${domain}`;
    t.is((await call('POST', '/Users', { schemas: [userSchema], userName, active: true })).status, 201);
    const done = await post(owner, page, { ...fields, outcome: outcomeOf(asked) }, { path: to });
    t.is(done.status, 303);
    t.is(await works(), 401);
  });

test('a directory that nobody confirmed ends with its setup link, with what it has made', async (t) => {
  const { withdraw, works, statusOf, domain, id, before, tenant } = await scene();
  const { email } = await before();
  t.is(await works(), 200);
  t.is((await withdraw()).status, 303);
  t.is(await works(), 401);
  t.deepEqual([await statusOf(`made@${domain}`), await statusOf(email)], ['SUSPENDED', 'ACTIVE']);
  t.is(await db().directory.count({ where: { id } }), 0);
  const told = await db().event.findFirstOrThrow({ where: { tenantId: tenant.id, type: 'directory.deleted' } });
  t.like(told, { subjectId: id, actorId: tenant.owner.userId, data: { suspended: 1 } });
});

test('a directory that an owner confirmed or was handed a member stays when the setup link is withdrawn', async (t) => {
  const [one, two] = [await scene(), await scene()];
  for (const [found, to, body] of [
    [one, 'confirm', undefined],
    [two, 'adopt', { userIds: [two.tenant.owner.userId] }],
  ] as const) {
    const { tenant, id, withdraw, works, statusOf, domain } = found;
    const token = await tokenOf(server.issuer, tenant.owner.email);
    const path = `/api/tenants/${tenant.id}/directories/${id}`;
    t.like((await send(server.issuer, 'GET', `${path}/pending`, token)).body, { confirmed: false });
    t.is((await send(server.issuer, 'POST', `${path}/${to}`, token, body)).status, 200);
    t.like((await send(server.issuer, 'GET', `${path}/pending`, token)).body, { confirmed: true });
    t.is((await withdraw()).status, 303);
    t.is(await works(), 200);
    t.is(await statusOf(`made@${domain}`), 'ACTIVE');
  }
});

type Scene = Awaited<ReturnType<typeof scene>>;
const ends: Record<string, [status: number, end: (found: Scene) => Promise<unknown>]> = {
  'its link expired a day ago': [200, ({ linkId }) => expire(linkId, 1)],
  'its link expired 31 days ago': [401, ({ linkId }) => expire(linkId, 31)],
  'its link is gone': [401, ({ linkId }) => db().setupLink.delete({ where: { id: linkId } })],
  'the owner who made the link is an owner no more': [
    401,
    ({ tenant }) => db().membership.updateMany({ where: { userId: tenant.owner.userId }, data: { role: 'admin' } }),
  ],
  'the owner who made the link is disabled': [
    401,
    ({ tenant }) => db().user.update({ where: { id: tenant.owner.userId }, data: { disabledAt: new Date() } }),
  ],
};
const expire = (id: string, days: number) =>
  db().setupLink.update({ where: { id }, data: { expiresAt: new Date(Date.now() - days * 86_400_000) } });
for (const [title, [status, end]] of Object.entries(ends))
  test(`a directory that nobody confirmed answers ${status} when ${title}`, async (t) => {
    const found = await scene();
    await end(found);
    t.is(await found.works(), status);
    await db().directory.update({ where: { id: found.id }, data: { confirmedAt: new Date() } });
    t.is(await found.works(), 200, 'confirmed, it does not need the link');
  });

test('a request that waits while the link is withdrawn is refused', async (t) => {
  const { goes, made, tenant, linkId, statusOf, domain } = await scene();
  const { sent } = await db().$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenant.id}::uuid FOR UPDATE`;
      await tx.setupLink.update({ where: { id: linkId }, data: { withdrawnAt: new Date() } });
      const sent = goes(made);
      const waits = () => tx.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
      await until(async () => (await waits()).length > 0);
      return { sent };
    },
    { timeout: 60_000 },
  );
  t.is((await sent).status, 401);
  t.is(await statusOf(`made@${domain}`), 'ACTIVE');
});

test('the visitor of a setup link can neither confirm a directory nor hand members over', async (t) => {
  const { visitor, signOn, id, tenant } = await scene();
  const admin = await addMember(server, tenant.id, 'admin');
  for (const fields of [{ action: 'confirm' }, { action: 'adopt', [`user.${admin.userId}`]: 'on' }]) {
    const { status } = await post(visitor, signOn, fields, { path: `/setup/directories/${id}` });
    t.true(status === 403 || status === 404, `${status}`);
  }
  t.is((await db().directory.findUniqueOrThrow({ where: { id } })).confirmedAt, null);
});

test('a large directory ends in batches: its token at once, the rest by the job', async (t) => {
  const { tenant, id: directoryId, withdraw, works } = await scene();
  const names = Array.from({ length: 120 }, (_, index) => `user-${index}`);
  await db().directoryUser.createMany({
    data: names.map((userName) => ({
      directoryId,
      tenantId: tenant.id,
      status: 'PENDING' as const,
      userName,
      userNameKey: userName,
      active: false,
      attributes: {},
      emailKeys: [],
    })),
  });
  t.is((await withdraw()).status, 303);
  t.is(await works(), 401);
  t.is(await db().directoryUser.count({ where: { directoryId } }), 71);
  const job = server.jobs().find(({ name }: Job) => name === 'scim-end-directories');
  await job?.run(new AbortController().signal);
  t.is(await db().directory.count({ where: { id: directoryId } }), 0);
});
