import { randomUUID } from 'node:crypto';
import test from 'ava';
import { plantAgent } from '../support/agent-seats.js';
import { applicationReplies } from '../support/application-changes.js';
import { connectionReplies, plantConnections } from '../support/connection-changes.js';
import { addDirectory, directoryReplies } from '../support/directory-cases.js';
import { inlinedSchema } from '../support/inlined-schema.js';
import { crm, desk, licensedTenant, machineToken, pro, standard } from '../support/licensing-api.js';
import { platformMachine } from '../support/platform-api.js';
import { platformReplies } from '../support/platform-changes.js';
import { contents } from '../support/table-contents.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { addWebhook, safeOfWebhooks, webhookReplies } from '../support/webhook-cases.js';

let server: TestServer;
let tenant: Awaited<ReturnType<typeof licensedTenant>>;
let owner: string;
let platform: string;
let operator: string;
let clientId: string;
let mailId: string;
const requestIds: string[] = [];
const webhookIds: string[] = [];
const connectionIds = { DRAFT: '', TESTED: '', ACTIVE: '' };
let agentId: string;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  tenant = await licensedTenant(server, 5);
  owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  platform = await machineToken(server, null);
  operator = await platformMachine(server, ['platform:read', 'platform:write', 'events:write']);
  const { db } = server.identity;
  agentId = await plantAgent(server);
  clientId = `robot-${randomUUID()}`;
  await db.client.create({ data: { id: clientId, name: 'Robot', type: 'MACHINE', scopes: ['licenses:read'] } });
  for (let count = 0; count < 2; count += 1) {
    const { userId } = await addMember(server, tenant.id, 'member');
    const data = { tenantId: tenant.id, applicationId: crm, userId };
    requestIds.push((await db.licenseRequest.create({ data })).id);
  }
  await addDirectory(server, tenant.id);
  for (const tenantId of [tenant.id, null]) webhookIds.push(await addWebhook(server, tenantId));
  await plantConnections(server, tenant.id, connectionIds);
  // Given up, so that only a retry sends it.
  const failed = { attempts: 20, lastError: 'no', failedAt: new Date() };
  const mail = { encryptedMessage: new Uint8Array(), kind: 'test', ...failed };
  mailId = (await db.outgoingMail.create({ data: mail })).id;
  // Only for these tests: with this constraint they could not write a time that cannot be read back.
  await server.identity.db.$executeRaw`ALTER TABLE identity.subscriptions DROP CONSTRAINT subscriptions_times_in_range`;
});
test.after.always(() => server?.stop());
// The tests run one after the other: they compare the whole database before and after.

const decide = (decision: string) =>
  send(server.issuer, 'POST', `/api/tenants/${tenant.id}/license-requests/${decision}`, owner);

const ofTenant = () => ({ tenantId: tenant.id, token: owner, server });
/** The routes that write and return more than a confirmation, each with a column of its reply. */
const cases: Record<string, { column: string; when: 'INSERT' | 'UPDATE'; send(): ReturnType<typeof send> }> = {
  ...connectionReplies(ofTenant, connectionIds),
  ...applicationReplies(() => ({ ...ofTenant(), operator, clientId })),
  'post /api/tenants': {
    column: 'tenants.created_at',
    when: 'INSERT',
    send: () => send(server.issuer, 'POST', '/api/tenants', owner, { name: `New ${randomUUID()}` }),
  },
  'patch /api/tenants/{id}': {
    column: 'tenants.updated_at',
    when: 'UPDATE',
    send: () => send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}`, owner, { name: randomUUID() }),
  },
  'patch /api/tenants/{id}/members/{membershipId}': {
    column: 'memberships.updated_at',
    when: 'UPDATE',
    send: async () => {
      const { id } = await server.identity.db.membership.findFirstOrThrow({
        where: { tenantId: tenant.id, role: 'member' },
      });
      return send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}/members/${id}`, owner, { role: 'admin' });
    },
  },
  'post /api/tenants/{id}/invitations': {
    column: 'invitations.expires_at',
    when: 'INSERT',
    send: () =>
      send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, owner, { email: 'guest@people.test' }),
  },
  'post /api/tenants/{id}/domains': {
    column: 'domains.created_at',
    when: 'INSERT',
    send: () => send(server.issuer, 'POST', `/api/tenants/${tenant.id}/domains`, owner, { domain: 'initech.test' }),
  },
  'post /api/tenants/{id}/agent-seats': {
    column: 'agent_seats.assigned_at',
    when: 'INSERT',
    send: () =>
      send(server.issuer, 'POST', `/api/tenants/${tenant.id}/agent-seats`, owner, {
        clientId: agentId,
        applicationId: crm,
        licenseTypeId: pro,
      }),
  },
  // Of an application that the other cases do not use: the rule gives its members something.
  'post /api/tenants/{id}/license-rules': {
    column: 'license_rules.created_at',
    when: 'INSERT',
    send: () =>
      send(server.issuer, 'POST', `/api/tenants/${tenant.id}/license-rules`, owner, {
        applicationId: desk,
        licenseTypeId: standard,
        role: 'admin',
      }),
  },
  ...directoryReplies(ofTenant),
  ...webhookReplies('/api/tenants/{id}/webhooks', () => ({ ...ofTenant(), id: webhookIds[0] })),
  ...webhookReplies('/api/platform/webhooks', () => ({ id: webhookIds[1], token: operator, server })),
  'patch /api/users/me': {
    column: 'users.updated_at',
    when: 'UPDATE',
    send: () => send(server.issuer, 'PATCH', '/api/users/me', owner, { displayName: randomUUID() }),
  },
  'post /api/licensing/license-types': {
    column: 'license_types.created_at',
    when: 'INSERT',
    send: () =>
      send(server.issuer, 'POST', '/api/licensing/license-types', platform, {
        applicationId: desk,
        slug: 'new',
        name: 'New',
      }),
  },
  'post /api/licensing/tenants/{id}/subscriptions': {
    column: 'subscriptions.starts_at',
    when: 'INSERT',
    send: () =>
      send(server.issuer, 'POST', `/api/licensing/tenants/${tenant.id}/subscriptions`, platform, {
        applicationId: crm,
        licenseTypeId: pro,
        quantity: 3,
      }),
  },
  'patch /api/licensing/tenants/{id}/subscriptions/{subscriptionId}': {
    column: 'subscriptions.expires_at',
    when: 'UPDATE',
    send: () => {
      const path = `/api/licensing/tenants/${tenant.id}/subscriptions/${tenant.subscriptionId}`;
      return send(server.issuer, 'PATCH', path, platform, { quantity: 7 });
    },
  },
  'post /api/integration/licenses/request': {
    column: 'license_requests.created_at',
    when: 'INSERT',
    send: () => send(server.issuer, 'POST', '/api/integration/licenses/request', owner, { applicationId: crm }),
  },
  'post /api/tenants/{id}/license-requests/{requestId}/approve': {
    column: 'license_requests.created_at',
    when: 'UPDATE',
    send: () => decide(`${requestIds[0]}/approve`),
  },
  'post /api/tenants/{id}/license-requests/{requestId}/decline': {
    column: 'license_requests.created_at',
    when: 'UPDATE',
    send: () => decide(`${requestIds[1]}/decline`),
  },
  'post /api/integration/licenses/grant': {
    column: 'seats.assigned_at',
    when: 'INSERT',
    send: async () => {
      const body = { userId: tenant.owner.userId, applicationId: crm, licenseTypeId: pro };
      return send(server.issuer, 'POST', '/api/integration/licenses/grant', owner, body);
    },
  },
  ...platformReplies(() => ({ server, platform, operator })),
  'post /api/platform/clients': {
    column: 'clients.created_at',
    when: 'INSERT',
    send: () => {
      const body = { id: `robot-${randomUUID()}`, name: 'Robot', type: 'MACHINE', scopes: ['licenses:read'] };
      return send(server.issuer, 'POST', '/api/platform/clients', operator, body);
    },
  },
  'post /api/platform/keys/rotate': {
    column: 'signing_keys.active_from',
    when: 'INSERT',
    send: () => send(server.issuer, 'POST', '/api/platform/keys/rotate', operator, {}),
  },
  'post /api/platform/queues/{queue}/entries/{entryId}/retry': {
    column: 'outgoing_mails.due_at',
    when: 'UPDATE',
    send: () => send(server.issuer, 'POST', `/api/platform/queues/mail/entries/${mailId}/retry`, operator),
  },
};

/** The routes whose reply has no time. It fails for a user whose id PostgreSQL can store, but is not a UUID of RFC 9562. */
const ofUsers: Record<string, { data?: object; send(userId: string): ReturnType<typeof send> }> = {
  'delete /api/platform/users/{userId}/second-factors': {
    data: {
      mfaEnabled: true,
      totp: { create: { encryptedSecret: new Uint8Array(), confirmedAt: new Date() } },
      recoveryCodes: { create: { codeHash: new Uint8Array(32) } },
    },
    send: (userId) => send(server.issuer, 'DELETE', `/api/platform/users/${userId}/second-factors`, operator),
  },
  'patch /api/platform/users/{userId}': {
    send: (userId) => send(server.issuer, 'PATCH', `/api/platform/users/${userId}`, operator, { displayName: userId }),
  },
  'post /api/platform/users/{userId}/disable': {
    send: (userId) => send(server.issuer, 'POST', `/api/platform/users/${userId}/disable`, operator),
  },
  'post /api/platform/users/{userId}/enable': {
    data: { disabledAt: new Date() },
    send: (userId) => send(server.issuer, 'POST', `/api/platform/users/${userId}/enable`, operator),
  },
};

/**
 * The replies of these routes cannot fail: they contain ids, URLs and secrets of our own and the time until which a secret
 * is valid, which is computed and not read back, names of kinds, texts, numbers of rows, or nothing that was written.
 */
const safe = [
  'post /api/integration/licenses/check',
  'post /api/integration/licenses/feature',
  'post /api/integration/licenses/lease',
  'post /api/invitations/{token}/accept',
  'post /api/platform/clients/{clientId}/confirm',
  'post /api/platform/clients/{clientId}/rotate-secret',
  'post /api/platform/imports',
  'post /api/users/me/sso/link',
  'put /api/tenants/{id}/policy',
  'put /api/tenants/{id}/application-policy',
  'delete /api/users/me/applications/{clientId}',
  'post /api/tenants/{id}/groups',
  'patch /api/tenants/{id}/groups/{groupId}',
  // Needs a DNS server: see connections/domains.test.ts.
  'post /api/tenants/{id}/domains/{domainId}/verify',
  'put /api/tenants/{id}/license-mails',
  'post /api/tenants/{id}/connections/{connectionId}/test',
  ...safeOfWebhooks,
];

test.serial('every route that writes and replies with more than that it is done is among these', (t) => {
  const found: string[] = [];
  for (const [path, operations] of Object.entries(server.identity.openApi.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      const { content } = (responses[200] ?? responses[201] ?? responses[202] ?? {}) as unknown as Partial<Reply>;
      const schema = inlinedSchema(server.identity.openApi, content?.['application/json']?.schema ?? {});
      const names = Object.keys((schema as { properties?: object }).properties ?? {}).sort();
      if (method !== 'get' && names.join() !== 'message,success') found.push(`${method} ${path}`);
    }
  }
  t.deepEqual(found.sort(), [...Object.keys(cases), ...Object.keys(ofUsers), ...safe].sort());
});
interface Reply {
  content: { 'application/json'?: { schema: unknown } };
}

for (const [name, { column, when, send: act }] of Object.entries(cases)) {
  test.serial(`${name}: when its reply fails, nothing is written`, async (t) => {
    const { db } = server.identity;
    await addMember(server, tenant.id, 'member');
    const [table, field] = column.split('.');
    // In the year 10000: PostgreSQL can store it, but the reply cannot represent it.
    await db.$executeRawUnsafe(`CREATE OR REPLACE FUNCTION identity.spoil() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.${field} := '10000-01-02Z'; RETURN NEW; END $$`);
    await db.$executeRawUnsafe(`CREATE TRIGGER spoil BEFORE ${when} ON identity.${table}
      FOR EACH ROW EXECUTE FUNCTION identity.spoil()`);
    const before = await contents(server);
    const failed = await act();
    t.deepEqual([failed.status, failed.body['error']], [500, 'INTERNAL_ERROR']);
    t.deepEqual(await contents(server), before);
    await db.$executeRawUnsafe(`DROP TRIGGER spoil ON identity.${table}`);
    t.true([200, 201].includes((await act()).status));
  });
}

for (const [name, { data = {}, send: act }] of Object.entries(ofUsers)) {
  test.serial(`${name}: when its reply fails, nothing is written`, async (t) => {
    const add = async (id: string) => {
      const email = `${id}@people.test`;
      await server.identity.db.user.create({ data: { id, email, normalizedEmail: email, ...data } });
      return { id, before: await contents(server) };
    };
    const valid = randomUUID();
    // The version is the first digit of the third group, and there is no version 0.
    const odd = await add(`${valid.slice(0, 14)}0${valid.slice(15)}`);
    const failed = await act(odd.id);
    t.deepEqual([failed.status, failed.body['error']], [500, 'INTERNAL_ERROR']);
    t.deepEqual(await contents(server), odd.before);
    const plain = await add(valid);
    t.is((await act(plain.id)).status, 200);
    t.notDeepEqual(await contents(server), plain.before);
  });
}
