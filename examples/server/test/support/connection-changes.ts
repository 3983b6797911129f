import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { applicationBodies, applicationChanges } from './application-changes.js';
import { groupBodies, groupChanges } from './group-changes.js';
import { addMember, addUser, send, tokenOf } from './tenant-api.js';
import type { TestServer } from './test-server.js';

type State = 'DRAFT' | 'TESTED' | 'ACTIVE';

/** A connection of a tenant with a verified domain, straight in the database. Its provider is never called. */
export async function plantConnection(
  { identity: { db } }: TestServer,
  tenantId: string,
  status: State = 'DRAFT',
  domainStatus: 'VERIFIED' | 'PENDING' = 'VERIFIED',
): Promise<string> {
  const domain = { tenantId, domain: `${randomUUID()}.test`, status: domainStatus, proof: 'proof' };
  const { id: domainId } = await db.domain.create({ data: domain });
  const { id } = await db.connection.create({
    data: {
      tenantId,
      kind: 'OIDC',
      name: 'Corp Login',
      status,
      issuer: 'https://login.corp.test',
      settings: { clientId: 'identity-server', emailClaim: 'email', logoutAtProvider: false },
      secret: Buffer.from('sealed'),
      testedVersion: status === 'DRAFT' ? null : 1,
      domains: { create: [{ domainId, active: status === 'ACTIVE' }] },
    },
  });
  return id;
}

const OidcSettings = z.object({ clientId: z.string(), emailClaim: z.string(), logoutAtProvider: z.boolean() });

/** What the form of a connection's settings sends if nothing is changed in it. */
export async function settingsForm({ identity: { db } }: TestServer, id: string): Promise<Record<string, string>> {
  const found = await db.connection.findUniqueOrThrow({
    where: { id },
    include: { domains: true, defaultGroups: true },
  });
  const { name, issuer, settings, defaultRole, domains, defaultGroups } = found;
  const { clientId, emailClaim, logoutAtProvider } = OidcSettings.parse(settings);
  const checked = [
    ...(['jit', 'trustMfa'] as const).filter((field) => found[field]),
    ...(logoutAtProvider ? ['logoutAtProvider'] : []),
    ...domains.map(({ domainId }) => `domain.${domainId}`),
    ...defaultGroups.map(({ groupId }) => `group.${groupId}`),
  ];
  const on = Object.fromEntries(checked.map((field) => [field, 'on']));
  return { name, issuer, clientId, defaultRole, emailClaim, clientSecret: '', ...on };
}

/** Links a new account to a connection's provider. Returns the user. */
async function plantLink(server: TestServer, connectionId: string): Promise<string> {
  const { userId, email } = await addUser(server);
  const data = { connectionId, userId, issuer: 'https://login.corp.test', subject: userId, email };
  await server.identity.db.connectionLink.create({ data });
  return userId;
}

/** Makes the sign-ins of all users some minutes old: changes of connections need a new one. */
export async function ageSignIns({ identity: { db } }: TestServer, minutes: number, userId?: string): Promise<void> {
  const loginTs = Math.floor(Date.now() / 1000) - minutes * 60;
  await db.$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb(${loginTs}::int))
    WHERE payload ? 'loginTs' AND (${userId ?? null}::text IS NULL OR account_id = ${userId ?? null}::text)`;
}

/** Makes the sign-in of a token's user new: it may be more than ten minutes ago. Others stay as old as they are. */
export async function freshen(server: TestServer, token: string): Promise<void> {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  await ageSignIns(server, 0, String((JSON.parse(claims) as { sub: string }).sub));
}

/** The token of another owner, whose sign-in is too old for changes. */
export async function staleOwner(server: TestServer, tenant: { id: string; slug: string }): Promise<string> {
  const { userId, email } = await addMember(server, tenant.id, 'owner');
  const token = await tokenOf(server.issuer, email, tenant.slug);
  await ageSignIns(server, 11, userId);
  return token;
}

export const newConnection = {
  kind: 'OIDC',
  name: 'Corp Login',
  issuer: 'https://login.corp.test',
  clientId: 'identity-server',
  clientSecret: 'a secret of the provider',
  domains: [],
};

/** The bodies of all requests to connections. The deletion comes last. */
export const connectionBodies: Record<string, unknown> = {
  'get /api/tenants/{id}/connections': undefined,
  'post /api/tenants/{id}/connections': newConnection,
  'get /api/tenants/{id}/connections/{connectionId}': undefined,
  'get /api/tenants/{id}/connections/{connectionId}/attempts': undefined,
  'get /api/tenants/{id}/connections/{connectionId}/links': undefined,
  'delete /api/tenants/{id}/connections/{connectionId}/links/{userId}': undefined,
  'patch /api/tenants/{id}/connections/{connectionId}': { name: 'Changed' },
  'post /api/tenants/{id}/connections/{connectionId}/test': undefined,
  'post /api/tenants/{id}/connections/{connectionId}/activate': undefined,
  'post /api/tenants/{id}/connections/{connectionId}/disable': undefined,
  'delete /api/tenants/{id}/connections/{connectionId}': undefined,
};

/** Requests for the routes that change connections, each prepared so that it succeeds. */
export function connectionChanges(server: TestServer, { token, tenantId }: { token: string; tenantId: string }) {
  const base = `/api/tenants/${tenantId}/connections`;
  const of = async (status: State, below = '') => {
    await freshen(server, token);
    const { connection } = server.identity.db;
    // A tenant can have few of them. The newest may still be in use.
    const old = await connection.findMany({ where: { tenantId }, orderBy: { id: 'desc' }, skip: 5 });
    await connection.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
    return { token, path: `${base}/${await plantConnection(server, tenantId, status)}${below}` };
  };
  return {
    'post /api/tenants/:id/connections': async () => {
      await of('DRAFT');
      return { token, path: base, body: newConnection };
    },
    'patch /api/tenants/:id/connections/:connectionId': async () => ({
      ...(await of('ACTIVE')),
      body: { name: `Login ${randomUUID().replaceAll('-', '')}`, defaultRole: 'admin' },
    }),
    'delete /api/tenants/:id/connections/:connectionId': () => of('ACTIVE'),
    'post /api/tenants/:id/connections/:connectionId/test': () => of('DRAFT', '/test'),
    'post /api/tenants/:id/connections/:connectionId/activate': () => of('TESTED', '/activate'),
    'post /api/tenants/:id/connections/:connectionId/disable': () => of('ACTIVE', '/disable'),
    'delete /api/tenants/:id/connections/:connectionId/links/:userId': async () => {
      const { path } = await of('ACTIVE');
      return { token, path: `${path}/links/${await plantLink(server, path.slice(base.length + 1))}` };
    },
  };
}

/** The bodies of all requests to groups, applications and connections. */
export const bodiesOfLists: Record<string, unknown> = { ...groupBodies, ...applicationBodies, ...connectionBodies };

/** Requests for the routes that change groups, applications or connections. */
export const changesOfLists = (server: TestServer, scene: Parameters<typeof groupChanges>[1]) => ({
  ...groupChanges(server, scene),
  ...applicationChanges(server, scene),
  ...connectionChanges(server, scene),
});

/** Plants a connection of each state. */
export async function plantConnections(
  server: TestServer,
  tenantId: string,
  ids: Record<State, string>,
): Promise<void> {
  for (const state of ['DRAFT', 'TESTED', 'ACTIVE'] as const)
    ids[state] = await plantConnection(server, tenantId, state);
}

/** The writes whose reply has a time. */
export function connectionReplies(
  scene: () => { server: TestServer; tenantId: string; token: string },
  ids: Readonly<Record<State, string>>,
) {
  const base = 'post /api/tenants/{id}/connections';
  const act = (method: string, below: string, body?: unknown) => {
    const { server, tenantId, token } = scene();
    return send(server.issuer, method, `/api/tenants/${tenantId}/connections${below}`, token, body);
  };
  const updated = { column: 'connections.updated_at', when: 'UPDATE' as const };
  const name = () => `Login ${randomUUID().replaceAll('-', '')}`;
  return {
    [base]: {
      column: 'connections.created_at',
      when: 'INSERT' as const,
      send: () => act('POST', '', newConnection),
    },
    [`${base.replace('post', 'patch')}/{connectionId}`]: {
      ...updated,
      send: () => act('PATCH', `/${ids.DRAFT}`, { name: name() }),
    },
    [`${base}/{connectionId}/activate`]: { ...updated, send: () => act('POST', `/${ids.TESTED}/activate`) },
    [`${base}/{connectionId}/disable`]: { ...updated, send: () => act('POST', `/${ids.ACTIVE}/disable`) },
  };
}
