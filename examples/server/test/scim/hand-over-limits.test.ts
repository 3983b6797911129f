import { randomUUID } from 'node:crypto';
import test from 'ava';
import { formTokenOf, openAccount, post } from '../support/account-pages.js';
import { confirmed, outcomeOf } from '../support/console-pages.js';
import { type DomainServer, startDomainServer } from '../support/domain-tests.js';
import { signedInBy } from '../support/provider-session.js';
import { directoryScene, userSchema } from '../support/scim.js';
import { addMember, send } from '../support/tenant-api.js';

let server: DomainServer;
test.before(async () => {
  server = await startDomainServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A directory that waits to be confirmed and has sent an admin, and the page of it in the owner's browser. */
async function scene() {
  const directory = await directoryScene(server);
  const { tenant, id, path, owner, call } = directory;
  const admin = await addMember(server, tenant.id, 'admin');
  await call('POST', '/Users', { schemas: [userSchema], userName: admin.email, active: true });
  const waits = () => db().directory.update({ where: { id }, data: { setupLinkId: randomUUID(), confirmedAt: null } });
  const pagePath = `/console/${tenant.slug}/directories/${id}`;
  const { browser, page } = await openAccount(server.issuer, tenant.owner.email, { path: pagePath });
  const api = (method: string, rest: string, body?: unknown) =>
    send(server.issuer, method, `${path}/${id}${rest}`, owner, body);
  const state = async () => [
    (await db().directory.findUniqueOrThrow({ where: { id } })).confirmedAt,
    await db().directoryMember.count({ where: { directoryId: id } }),
  ];
  return { ...directory, admin, waits, pagePath, browser, page, api, state };
}

test('a session of the tenant’s provider reads who waits, and neither confirms nor hands over by the API', async (t) => {
  const { tenant, admin, waits, api, state } = await scene();
  await waits();
  await signedInBy(server, tenant.owner.userId, tenant.id);
  t.like(await api('GET', '/pending'), { status: 200, body: { users: [{ userId: admin.userId }] } });
  const refused = { status: 403, body: { error: 'REAUTHENTICATION_REQUIRED' } };
  t.like(await api('POST', '/confirm'), refused);
  t.like(await api('POST', '/adopt', { userIds: [admin.userId] }), refused);
  t.deepEqual(await state(), [null, 0]);
});

test('the page asks the user of a provider’s session to sign in before it confirms or hands over', async (t) => {
  const { tenant, admin, waits, browser, page, pagePath, state } = await scene();
  await waits();
  await signedInBy(server, tenant.owner.userId, tenant.id);
  t.is((await browser.open(pagePath)).status, 200, 'the page itself is open');
  for (const fields of [{ action: 'confirm' }, { action: 'adopt', [`user.${admin.userId}`]: 'on' }]) {
    const asked = await post(browser, page, fields);
    const sent = asked.status === 200 ? await post(browser, page, { ...fields, outcome: outcomeOf(asked) }) : asked;
    t.is(sent.status, 303, fields.action);
    t.regex(sent.location ?? '', /^\/oauth\/authorize\?/u);
  }
  t.deepEqual(await state(), [null, 0]);
});

test('the same page confirms and hands over in the user’s own session', async (t) => {
  const { admin, waits, browser, page, state } = await scene();
  await waits();
  t.is((await confirmed(browser, page, { action: 'confirm' })).done.status, 303);
  t.is((await confirmed(browser, page, { action: 'adopt', [`user.${admin.userId}`]: 'on' })).done.status, 303);
  const [confirmedAt, count] = await state();
  t.truthy(confirmedAt);
  t.is(count, 1);
});

test('at most 50 members are handed over at once, by the API and on the page', async (t) => {
  const { api, browser, page, state } = await scene();
  const userIds = Array.from({ length: 51 }, () => randomUUID());
  t.is((await api('POST', '/adopt', { userIds })).status, 422);
  const fields = Object.fromEntries(userIds.map((userId) => [`user.${userId}`, 'on']));
  const refused = await post(browser, page, { action: 'adopt', ...fields });
  t.is(refused.status, 422);
  t.regex(refused.html, /50/u);
  t.deepEqual(await state(), [null, 0]);
  t.is((await api('POST', '/adopt', { userIds: userIds.slice(1) })).status, 404, 'no members');
});

test('a directory that is ending is not found, except by its deletion', async (t) => {
  const { id, admin, api, path, owner, pagePath, browser, page, tenant } = await scene();
  await db().directory.update({ where: { id }, data: { endingAt: new Date() } });
  const missing = { status: 404, body: { error: 'DIRECTORY_NOT_FOUND' } };
  t.like(await api('POST', '/adopt', { userIds: [admin.userId] }), missing);
  t.like(await api('POST', '/confirm'), missing);
  t.like(await api('POST', '/rotate-token'), missing);
  t.like(await api('GET', '/pending'), missing);
  t.like(await api('GET', '/log'), missing);
  t.deepEqual((await send(server.issuer, 'GET', path, owner)).body, { directories: [] });
  t.is((await browser.open(pagePath)).status, 404);
  t.is((await post(browser, page, { action: 'rotate', formToken: formTokenOf(page) })).status, 404);
  t.false((await browser.open(`/console/${tenant.slug}/directories`)).html.includes(id));
  t.is(await db().directoryToken.count({ where: { directoryId: id } }), 1, 'no new token');
  t.is((await api('DELETE', '')).status, 200);
  t.is(await db().directory.count({ where: { id } }), 0);
});

// Alone: the job ends the directories of other tests as well.
test.serial('a directory that cannot be ended does not keep the job from ending others', async (t) => {
  const [stuck, next] = [await directoryScene(server), await directoryScene(server)];
  await db().$executeRawUnsafe(`
    CREATE FUNCTION identity.refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'not this one'; END $$`);
  await db().$executeRawUnsafe(`
    CREATE TRIGGER refuse_deletion BEFORE DELETE ON identity.directories FOR EACH ROW
    WHEN (OLD.id = '${stuck.id}') EXECUTE FUNCTION identity.refuse_deletion()`);
  await db().directory.update({ where: { id: stuck.id }, data: { endingAt: new Date(Date.now() - 60_000) } });
  await db().directory.update({ where: { id: next.id }, data: { endingAt: new Date() } });
  const job = server.jobs().find(({ name }) => name === 'scim-end-directories');
  await t.notThrowsAsync(async () => job?.run(new AbortController().signal));
  t.is(await db().directory.count({ where: { id: next.id } }), 0);
  t.is(await db().directory.count({ where: { id: stuck.id } }), 1);
});
