import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import { openStream } from '../support/event-stream.js';
import { eventMachine, startEventServer } from '../support/event-tests.js';
import { platformMachine } from '../support/platform-api.js';
import { buildRequest, call, enterPassword, type SignedIn, signIn } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, type Member, send } from '../support/tenant-api.js';
import type { TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startEventServer();
});
test.after.always(() => server?.stop());

const newPassword = 'violet harbor engine 77';

/** The ends of sessions that a tenant sees. */
const endsIn = (tenantId: string) =>
  server.identity.db.event.findMany({ where: { tenantId, type: 'session.ended' }, orderBy: { id: 'asc' } });

interface Scene {
  readonly member: Member;
  readonly session: SignedIn;
  /** A session of the same user elsewhere, without a tenant. */
  readonly other: SignedIn;
}

const me = (token: string, method: string, path = '', body?: unknown) =>
  send(server.issuer, method, `/api/users/me${path}`, token, body);
const operate = async (method: string, path: string) =>
  send(server.issuer, method, `/api/platform/users/${path}`, await platformMachine(server));

const ways: Record<string, { end(scene: Scene): Promise<unknown>; by?: 'machine' }> = {
  'the user signs out': {
    async end({ session: { browser, config } }) {
      await browser.submit(await browser.open(client.buildEndSessionUrl(config)), { logout: 'yes' });
    },
  },
  'the user ends all other sessions': { end: ({ other }) => me(other.tokens.access_token, 'DELETE', '/sessions') },
  'the user ends this session elsewhere': {
    async end({ session, other }) {
      const { body } = await me(session.tokens.access_token, 'GET', '/sessions');
      const current = (body['sessions'] as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent);
      return me(other.tokens.access_token, 'DELETE', `/sessions/${current?.id}`);
    },
  },
  'the user changes the password': {
    end: ({ other }) =>
      me(other.tokens.access_token, 'POST', '/password', { currentPassword: demoPassword, newPassword }),
  },
  'the user sets a new password by a mailed link': {
    async end({ member: { email } }) {
      const browser = new TestBrowser(server.issuer);
      await browser.submit(await browser.open('/password-reset'), { email });
      const { text } = await server.mailbox.mailTo(email);
      const page = await browser.open(String(/\/password-reset\/[\w-]+/u.exec(text)?.[0]));
      return browser.submit(page, { password: newPassword });
    },
  },
  'the user closes the account': {
    end: ({ other }) => me(other.tokens.access_token, 'DELETE', '', { password: demoPassword, confirmation: 'DELETE' }),
  },
  'another user signs in with the same browser': {
    async end({ session: { browser, config } }) {
      const { email } = await addUser(server);
      const page = await browser.open((await buildRequest(config, { prompt: 'login' })).url);
      return enterPassword(browser, page, email);
    },
  },
  'an operator ends the sessions': {
    end: ({ member }) => operate('DELETE', `${member.userId}/sessions`),
    by: 'machine',
  },
  'an operator disables the user': {
    end: ({ member }) => operate('POST', `${member.userId}/disable`),
    by: 'machine',
  },
};

for (const [way, { end, by = 'user' }] of Object.entries(ways))
  test(`a session ends in the tenant that it had tokens for when ${way}`, async (t) => {
    const [tenant, other] = [await freshTenant(server), await freshTenant(server)];
    const member = await addMember(server, tenant.id, 'member');
    const scene = {
      member,
      session: await signIn(server.issuer, { email: member.email, changes: { tenant: tenant.slug } }),
      other: await signIn(server.issuer, { email: member.email, changes: { tenant: undefined } }),
    };
    const before = (await endsIn(tenant.id)).length;
    t.is(before, 0);
    await end(scene);
    const ends = await until(async () => {
      const found = await endsIn(tenant.id);
      return found.length > 0 && found;
    });
    t.like(ends[0], { subjectId: member.userId, actorKind: by, data: {} });
    if (by === 'user') t.is(ends[0]?.actorId, member.userId);
    t.deepEqual(await endsIn(other.id), []);
  });

test('a session that had tokens for two tenants ends in both, and once for its user', async (t) => {
  const [one, two] = [await freshTenant(server), await freshTenant(server)];
  const { email, userId } = await addMember(server, one.id, 'member');
  await server.identity.db.membership.create({ data: { tenantId: two.id, userId, role: 'member', status: 'ACTIVE' } });
  const { browser, config } = await signIn(server.issuer, { email, changes: { tenant: one.slug } });
  await signIn(server.issuer, { browser, email, changes: { tenant: two.slug } });
  // The same tenant again: it ends there once.
  await signIn(server.issuer, { browser, email, changes: { tenant: two.slug } });
  const stream = await openStream(server, await eventMachine(server, one.id));
  t.teardown(stream.close);
  await browser.submit(await browser.open(client.buildEndSessionUrl(config)), { logout: 'yes' });
  const ends = await server.identity.db.event.findMany({ where: { subjectId: userId, type: 'session.ended' } });
  t.deepEqual(ends.map(({ tenantId }) => tenantId).sort(), [null, one.id, two.id].sort());
  t.like((await stream.next())?.body, { type: 'session.ended', tenantId: one.id, subjectId: userId });
  const { tokens } = await signIn(server.issuer, { email, changes: { tenant: one.slug } });
  const { body } = await call(server.issuer, '/api/users/me/events', tokens.access_token);
  const own = body['events'] as { type: string; tenantId: string | null }[];
  t.deepEqual(
    own.filter(({ type }) => type === 'session.ended').map(({ tenantId }) => tenantId),
    [null],
  );
});

test('a tenant does not learn that a session of somebody ends who has left it', async (t) => {
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  const { browser, config } = await signIn(server.issuer, { email: member.email, changes: { tenant: tenant.slug } });
  await server.identity.db.membership.update({ where: { id: member.membershipId }, data: { status: 'SUSPENDED' } });
  await browser.submit(await browser.open(client.buildEndSessionUrl(config)), { logout: 'yes' });
  t.is(await server.identity.db.event.count({ where: { subjectId: member.userId, type: 'session.ended' } }), 1);
  t.deepEqual(await endsIn(tenant.id), []);
});
