import { randomUUID } from 'node:crypto';
import { connections } from '@org/identity-connections';
import { scim } from '@org/identity-scim';
import { licensing, tenants, users } from '@org/identity-server';
import { freshTenant, send, tokenOf } from './tenant-api.js';
import { startTestServer, type TestServer } from './test-server.js';

export type { TestServer };

/** A server with directories. */
export function startScimServer(): Promise<TestServer> {
  return startTestServer({ plugins: [users(), tenants(), licensing(), connections(), scim()] });
}

export interface ScimResponse {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Sends a request as a directory does. */
export async function scimCall(
  url: string,
  { method = 'GET', token, body, headers = {} }: { method?: string; token?: string; body?: unknown; headers?: object },
): Promise<ScimResponse> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** An email of a domain that nobody has verified. */
export const freshEmail = (domain = 'elsewhere.test') => `${randomUUID()}@${domain}`;

/** A tenant with a directory, and calls as that directory. */
export async function directoryScene(server: TestServer) {
  const tenant = await freshTenant(server);
  const domain = `d-${randomUUID().slice(0, 13)}.test`;
  const proven = { status: 'VERIFIED', proof: 'proof', verifiedAt: new Date() } as const;
  await server.identity.db.domain.create({ data: { tenantId: tenant.id, domain, ...proven } });
  /** An email of the tenant's domain that no account has. */
  const ownEmail = () => freshEmail(domain);
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  const path = `/api/tenants/${tenant.id}/directories`;
  const created = await send(server.issuer, 'POST', path, owner, { name: 'Entra ID' });
  if (created.status !== 201) throw new Error(JSON.stringify(created));
  const { id, token, baseUrl } = created.body as { id: string; token: string; baseUrl: string };
  const call = (method: string, to: string, body?: unknown, headers: object = {}) =>
    scimCall(`${baseUrl}${to}`, { method, token, body, headers });
  const addUser = async (more: object = {}) => {
    const email = ownEmail();
    const body = { schemas: [userSchema], userName: email, active: true, ...more };
    const { status, body: made } = await call('POST', '/Users', body);
    if (status !== 201) throw new Error(JSON.stringify(made));
    return { id: String(made['id']), email };
  };
  const patch = (to: string, ...operations: object[]) =>
    call('PATCH', to, { schemas: [patchSchema], Operations: operations });
  const rowOf = async (resourceId: string) => {
    const row = await server.identity.db.directoryUser.findUniqueOrThrow({ where: { id: resourceId } });
    const { userId, version, active, invitationId } = row;
    return { userId, version, active, invitationId, status: String(row.status) };
  };
  const memberOf = async (resourceId: string) => {
    const { userId } = await rowOf(resourceId);
    if (userId === null) return undefined;
    const where = { tenantId_userId: { tenantId: tenant.id, userId } };
    const found = await server.identity.db.membership.findUnique({ where });
    return found ? { status: String(found.status), role: String(found.role) } : undefined;
  };
  const events = async () => {
    const where = { tenantId: tenant.id };
    const rows = await server.identity.db.event.findMany({ where, orderBy: { id: 'asc' }, select: { type: true } });
    return rows.map(({ type }) => type);
  };
  return { tenant, ownEmail, owner, path, id, token, baseUrl, call, addUser, patch, rowOf, memberOf, events };
}
