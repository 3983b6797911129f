import { randomUUID } from 'node:crypto';
import { startEventServer } from '@org/identity-example-server/test/event-tests';
import { crm, licensedTenant, machineToken, pro } from '@org/identity-example-server/test/licensing-api';
import { secretOf } from '@org/identity-example-server/test/sign-in';
import { addMember, send } from '@org/identity-example-server/test/tenant-api';
import type { TestServer } from '@org/identity-example-server/test/test-server';
import type { ExecutionContext } from 'ava';
import { IdentityClientError, type LicenseMirror, type LicenseMirrorOptions } from '../../src/index.js';
import { startMirror } from '../../src/mirror/create-license-mirror.js';

export { crm } from '@org/identity-example-server/test/licensing-api';

export type Server = TestServer;
type Running = Pick<TestServer, 'issuer' | 'identity'>;
export const startServer = startEventServer;

/** A new machine that may use a mirror, of a tenant or (null) of the platform. */
export async function mirrorMachine({ identity: { db } }: Pick<Server, 'identity'>, tenantId: string | null) {
  const id = `mirror-${randomUUID()}`;
  const { hash } = await db.clientSecret.findFirstOrThrow({ where: { clientId: 'demo-machine' } });
  const scopes = ['licenses:read', 'events:read'];
  await db.client.create({ data: { id, name: id, type: 'MACHINE', tenantId, scopes, secrets: { create: { hash } } } });
  return { clientId: id, clientSecret: secretOf('demo-machine') };
}

type Times = Parameters<typeof startMirror>[1];

/**
 * Starts a mirror that ends with the test. Unless the test says otherwise, no use of a seat is noted, and a busy computer does
 * not make the mirror too old.
 */
export function mirrorOf(
  t: ExecutionContext,
  { issuer }: Pick<Server, 'issuer'>,
  credentials: LicenseMirrorOptions['credentials'],
  options: Partial<LicenseMirrorOptions> & { times?: Times } = {},
): LicenseMirror {
  const { times, ...others } = options;
  const mirror = startMirror(
    { issuer, applicationId: crm, credentials, maxStaleSeconds: 300, ...others },
    { firstDelay: () => 3_600_000, ...times },
  );
  t.teardown(() => mirror.close());
  return mirror;
}

/** The reason that a mirror answers, or `STALE`. */
export function reasonOf(mirror: LicenseMirror, userId: string, tenantId?: string): string {
  try {
    return mirror.check({ userId, tenantId }).reason;
  } catch (error) {
    if (error instanceof IdentityClientError) return error.code;
    throw error;
  }
}

/** Waits for a reason. Once a license was refused, or could not be checked, it must not be given again meanwhile. */
export async function untilReason(
  mirror: LicenseMirror,
  { userId, tenantId, reason }: { userId: string; tenantId?: string; reason: string },
): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const current = reasonOf(mirror, userId, tenantId);
    if (seen.at(-1) !== current) seen.push(current);
    if (current === reason) return seen;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A new tenant with seats of CRM, some of them assigned, and a mirror of it. */
export async function mirroredTenant(
  t: ExecutionContext,
  server: Running,
  { quantity = 3, held = 1, ...options }: { quantity?: number; held?: number } & Parameters<typeof mirrorOf>[3] = {},
) {
  const tenant = await licensedTenant(server, quantity);
  const [machine, token, platform] = await Promise.all([
    mirrorMachine(server, tenant.id),
    machineToken(server, tenant.id),
    machineToken(server, null),
  ]);
  const call = async (method: string, path: string, body?: unknown, by = token) => {
    const response = await send(server.issuer, method, path, by, body);
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const grant = (userId: string) =>
    call('POST', '/api/integration/licenses/grant', { userId, applicationId: crm, licenseTypeId: pro });
  const revoke = (userId: string) => call('POST', '/api/integration/licenses/revoke', { userId, applicationId: crm });
  const subscriptions = `/api/licensing/tenants/${tenant.id}/subscriptions`;
  const change = (body: object) => call('PATCH', `${subscriptions}/${tenant.subscriptionId}`, body, platform);
  const check = (userId: string) =>
    call('GET', `/api/integration/licenses/check?userId=${userId}&applicationId=${crm}`);
  const member = () => addMember(server, tenant.id, 'member');
  const members: Awaited<ReturnType<typeof member>>[] = [];
  for (let index = 0; index < held; index += 1) {
    const added = await member();
    await grant(added.userId);
    members.push(added);
  }
  const mirror = mirrorOf(t, server, machine, options);
  await mirror.ready();
  return { tenant, machine, mirror, members, member, grant, revoke, change, check, call };
}
