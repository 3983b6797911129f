import { randomUUID } from 'node:crypto';
import { plantAgent, plantAgentSeat } from './agent-seats.js';
import { blockingChanges } from './application-changes.js';
import { changesOfLists } from './connection-changes.js';
import { leaseSeat } from './console-seats.js';
import { directoryCalls } from './directory-cases.js';
import { startDnsServer } from './dns-server.js';
import { domainChanges } from './domain-changes.js';
import { crm, desk, licensedTenant, machineToken, pro, seat } from './licensing-api.js';
import { mailsAtRest } from './merged-mails.js';
import { platformChanges } from './platform-changes.js';
import { enrol } from './second-factor.js';
import { addMember, tokenOf } from './tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from './test-server.js';
import { addClient } from './third-party.js';
import { webhookCalls } from './webhook-cases.js';

/** The tables that no request changes: when jobs ran, what they counted, when processes reported, who follows events. */
const ofProcesses = ['jobs', 'day_counts', 'server_processes', 'feed_followers', 'feed_readers'];

/** Returns one hash per table of all its rows, without the counters of rehearsals: each rehearsal changes them. */
export async function snapshot({ identity }: TestServer): Promise<Record<string, string>> {
  const { db } = identity;
  await mailsAtRest(identity);
  const tables = await db.$queryRawUnsafe<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'identity' AND table_name <> ALL($1) ORDER BY 1`,
    ofProcesses,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<{ count: bigint; hash: string | null }[]>(
      `SELECT count(*) AS count, md5(string_agg(row::text, '|' ORDER BY row::text)) AS hash 
       FROM identity."${name}" AS row ${name === 'rate_limits' ? "WHERE key NOT LIKE 'rehearsals%'" : ''}`,
    );
    hashes[name] = `${rows[0]?.count} ${rows[0]?.hash}`;
  }
  return hashes;
}

export interface Rehearsal {
  rehearsed: { status: number; body: unknown };
  events: { type: string; subjectId: string | null; data: Record<string, unknown> }[];
  mails: { kind: string; to: string }[];
}

/** Returns the events that are not in `known`, in the form of a rehearsal. */
export async function eventsSince({ identity: { db } }: TestServer, known: ReadonlySet<string>) {
  const rows = await db.event.findMany({ orderBy: { id: 'asc' } });
  return rows
    .filter(({ id }) => !known.has(id))
    .map(({ type, subjectId, data }) => ({ type, subjectId, data: data as Record<string, unknown> }));
}

export async function knownEvents({ identity: { db } }: TestServer): Promise<Set<string>> {
  return new Set((await db.event.findMany({ select: { id: true } })).map(({ id }) => id));
}

export const fresh = () => randomUUID().slice(0, 13);

// The tokens below are made when this file is loaded. In a group of test files, its tests may run much later.
const lifetimes = { accessToken: 20_000, machineToken: 20_000 };
export const dns = await startDnsServer();
export const server = await startTestServer({ plugins: allPlugins({ dnsServers: [dns.server] }), lifetimes });

export const tenant = await licensedTenant(server, 20);
export const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
const scopes = ['licenses:read', 'licenses:write', 'platform:write', 'events:write', 'tenants:read'];
const platform = await machineToken(server, null, scopes);

export interface Call {
  token: string;
  path: string;
  body?: unknown;
}

export const member = () => addMember(server, tenant.id, 'member');
const pending = async () => {
  const { id } = await server.identity.db.invitation.findFirstOrThrow({
    where: { membershipId: (await addMember(server, tenant.id, 'member', 'INVITED')).membershipId },
  });
  return id;
};
const signedInMember = async () => {
  const found = await member();
  await tokenOf(server.issuer, found.email, tenant.slug);
  return found;
};
const asked = async () => {
  const data = { tenantId: tenant.id, applicationId: crm, userId: (await member()).userId };
  return (await server.identity.db.licenseRequest.create({ data })).id;
};
export const path = `/api/tenants/${tenant.id}`;

/** A request for every route that can be rehearsed, each prepared so that it succeeds. */
export const calls: Record<string, () => Promise<Call> | Call> = {
  'post /api/tenants': () => ({ token: owner, path: '/api/tenants', body: { name: 'Another', slug: `a-${fresh()}` } }),
  'patch /api/tenants/:id': () => ({ token: owner, path, body: { name: 'Renamed', mfaPolicy: 'OPTIONAL' } }),
  'patch /api/tenants/:id/members/:membershipId': async () => {
    const { userId, membershipId } = await member();
    await seat(server, tenant, userId);
    return { token: owner, path: `${path}/members/${membershipId}`, body: { status: 'SUSPENDED', role: 'admin' } };
  },
  'delete /api/tenants/:id/members/:membershipId': async () => {
    const { userId, membershipId } = await member();
    await seat(server, tenant, userId);
    return { token: owner, path: `${path}/members/${membershipId}` };
  },
  'post /api/tenants/:id/invitations': () => ({
    token: owner,
    path: `${path}/invitations`,
    body: { email: `${fresh()}@people.test`, role: 'member', licenses: [{ applicationId: crm, licenseTypeId: pro }] },
  }),
  'post /api/tenants/:id/invitations/:invitationId/resend': async () => ({
    token: owner,
    path: `${path}/invitations/${await pending()}/resend`,
  }),
  'delete /api/tenants/:id/invitations/:invitationId': async () => ({
    token: owner,
    path: `${path}/invitations/${await pending()}`,
  }),
  'post /api/tenants/:id/license-rules': async () => {
    const { email } = await member();
    const { id: licenseTypeId } = await server.identity.db.licenseType.create({
      data: { applicationId: desk, slug: `type-${fresh()}`, name: email },
    });
    return { token: owner, path: `${path}/license-rules`, body: { applicationId: desk, licenseTypeId, role: 'owner' } };
  },
  'delete /api/tenants/:id/license-rules/:ruleId': async () => {
    const data = { tenantId: tenant.id, applicationId: crm, licenseTypeId: pro, role: 'admin' as const };
    const { id } = await server.identity.db.licenseRule.create({ data });
    return { token: owner, path: `${path}/license-rules/${id}` };
  },
  'post /api/tenants/:id/agent-seats': async () => ({
    token: owner,
    path: `${path}/agent-seats`,
    body: { clientId: await plantAgent(server), applicationId: crm, licenseTypeId: pro },
  }),
  'delete /api/tenants/:id/agent-seats/:agentSeatId': async () => {
    const ids = { tenantId: tenant.id, applicationId: crm, subscriptionId: tenant.subscriptionId };
    return { token: owner, path: `${path}/agent-seats/${await plantAgentSeat(server, ids)}` };
  },
  'delete /api/tenants/:id/leases/:leaseId': async () => {
    const ids = { tenantId: tenant.id, applicationId: crm, subscriptionId: tenant.subscriptionId };
    return { token: owner, path: `${path}/leases/${await leaseSeat(server, ids, await member())}` };
  },
  ...directoryCalls(server, { token: owner, tenantId: tenant.id }),
  ...webhookCalls(server, {
    ...{ template: '/api/tenants/:id/webhooks', base: `${path}/webhooks` },
    ...{ token: owner, tenantId: tenant.id },
  }),
  ...webhookCalls(server, {
    template: '/api/platform/webhooks',
    base: '/api/platform/webhooks',
    token: platform,
    tenantId: null,
  }),
  'post /api/integration/licenses/grant': async () => ({
    token: owner,
    path: '/api/integration/licenses/grant',
    body: { userId: (await member()).userId, applicationId: crm, licenseTypeId: pro },
  }),
  'post /api/integration/licenses/revoke': async () => {
    const { userId } = await member();
    await seat(server, tenant, userId);
    return { token: owner, path: '/api/integration/licenses/revoke', body: { userId, applicationId: crm } };
  },
  'post /api/integration/licenses/request': async () => {
    const { email } = await member();
    const token = await tokenOf(server.issuer, email, tenant.slug);
    return { token, path: '/api/integration/licenses/request', body: { applicationId: crm, note: 'please' } };
  },
  'post /api/tenants/:id/license-requests/:requestId/approve': async () => ({
    token: owner,
    path: `${path}/license-requests/${await asked()}/approve`,
    body: { note: 'have fun' },
  }),
  'post /api/tenants/:id/license-requests/:requestId/decline': async () => ({
    token: owner,
    path: `${path}/license-requests/${await asked()}/decline`,
    body: { note: 'not now' },
  }),
  'put /api/tenants/:id/license-mails': () => ({
    token: owner,
    path: `${path}/license-mails`,
    body: { muted: ['reclaim'] },
  }),
  'post /api/integration/licenses/lease': async () => {
    const { userId, email } = await member();
    await seat(server, tenant, userId);
    const token = await tokenOf(server.issuer, email, tenant.slug);
    return { token, path: '/api/integration/licenses/lease', body: { applicationId: crm, days: 7 } };
  },
  'post /api/licensing/license-types': () => ({
    token: platform,
    path: '/api/licensing/license-types',
    body: {
      applicationId: crm,
      name: `Type ${fresh()}`,
      slug: `type-${fresh()}`,
      features: ['export'],
      limits: { a: 1 },
    },
  }),
  'post /api/licensing/tenants/:id/subscriptions': async () => ({
    token: platform,
    path: `/api/licensing/tenants/${(await licensedTenant(server, 1)).id}/subscriptions`,
    body: {
      applicationId: crm,
      licenseTypeId: pro,
      quantity: 3,
      trial: true,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      limits: { contacts: 5 },
      overagePercent: 10,
    },
  }),
  'patch /api/licensing/tenants/:id/subscriptions/:subscriptionId': async () => {
    const other = await licensedTenant(server, 2);
    const { userId } = await addMember(server, other.id, 'member');
    await seat(server, other, userId);
    await seat(server, other, other.owner.userId);
    return {
      token: platform,
      path: `/api/licensing/tenants/${other.id}/subscriptions/${other.subscriptionId}`,
      body: { quantity: 1, onExcess: 'release', release: [userId], limits: { contacts: 5 }, reclaimAfterDays: 30 },
    };
  },
  'post /api/platform/clients': () => ({
    token: platform,
    path: '/api/platform/clients',
    body: { id: `c-${fresh()}`, name: 'Robot', type: 'MACHINE', scopes: ['licenses:read'] },
  }),
  'patch /api/platform/clients/:clientId': async () => ({
    token: platform,
    path: `/api/platform/clients/${await addClient(server)}`,
    body: { name: 'Renamed', scopes: ['openid'] },
  }),
  'delete /api/platform/clients/:clientId': async () => ({
    token: platform,
    path: `/api/platform/clients/${await addClient(server)}`,
  }),
  'post /api/platform/clients/:clientId/rotate-secret': async () => ({
    token: platform,
    path: `/api/platform/clients/${await addClient(server)}/rotate-secret`,
    body: { graceSeconds: 0 },
  }),
  ...blockingChanges(server, platform),
  ...platformChanges(server, platform, () => member()),
  ...domainChanges(server, { dns, token: owner, tenantId: tenant.id }),
  ...changesOfLists(server, { token: owner, tenantId: tenant.id, member }),
  'post /api/platform/keys/rotate': () => ({ token: platform, path: '/api/platform/keys/rotate', body: {} }),
  'post /api/platform/queues/:queue/entries/:entryId/retry': async () => {
    const dueAt = new Date(Date.now() + 3_600_000);
    const data = { encryptedMessage: new Uint8Array(), kind: 'test', attempts: 3, lastError: 'no', dueAt };
    const { id } = await server.identity.db.outgoingMail.create({ data });
    return { token: platform, path: `/api/platform/queues/mail/entries/${id}/retry` };
  },
  'delete /api/platform/users/:userId/sessions': async () => ({
    token: platform,
    path: `/api/platform/users/${(await signedInMember()).userId}/sessions`,
  }),
  'delete /api/platform/users/:userId/sessions/:sessionId': async () => {
    const { userId } = await signedInMember();
    const where = { accountId: userId };
    const { publicId } = await server.identity.db.oidcSession.findFirstOrThrow({ where });
    return { token: platform, path: `/api/platform/users/${userId}/sessions/${publicId}` };
  },
  'post /api/platform/users/:userId/disable': async () => ({
    token: platform,
    path: `/api/platform/users/${(await signedInMember()).userId}/disable`,
  }),
  'post /api/platform/users/:userId/enable': async () => {
    const { userId } = await member();
    await server.identity.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
    return { token: platform, path: `/api/platform/users/${userId}/enable` };
  },
  'post /api/platform/users/:userId/unlock': async () => ({
    token: platform,
    path: `/api/platform/users/${(await member()).userId}/unlock`,
  }),
  'delete /api/platform/users/:userId/second-factors': async () => {
    const { userId } = await enrol(server, await member());
    return { token: platform, path: `/api/platform/users/${userId}/second-factors` };
  },
  'delete /api/platform/users/:userId': async () => {
    const { userId } = await signedInMember();
    await seat(server, tenant, userId);
    return { token: platform, path: `/api/platform/users/${userId}` };
  },
  'delete /api/tenants/:id': async () => {
    const other = await licensedTenant(server, 5);
    await seat(server, other, other.owner.userId);
    const token = await tokenOf(server.issuer, other.owner.email, other.slug);
    return { token, path: `/api/tenants/${other.id}` };
  },
};
