import { crm, type LicensedTenant, licensedTenant } from './licensing-api.js';
import { addMember, type Member, send, tokenOf } from './tenant-api.js';
import type { TestServer } from './test-server.js';

export interface LicenseRequest {
  id: string;
  userId: string;
  licenseTypeId: string | null;
  status: string;
  position: number | null;
  decidedAt: string | null;
}

export interface SignedInMember extends Member {
  token: string;
}

/** A tenant with seats of CRM, its owner's token, and what its people do about requests. */
export async function requestScene(server: TestServer, quantity: number, type?: string) {
  const tenant: LicensedTenant = await licensedTenant(server, quantity, type);
  const { issuer } = server;
  const owner = await tokenOf(issuer, tenant.owner.email, tenant.slug);
  const base = `/api/tenants/${tenant.id}/license-requests`;
  const scene = {
    tenant,
    owner,
    base,
    async member(): Promise<SignedInMember> {
      const member = await addMember(server, tenant.id, 'member');
      return { ...member, token: await tokenOf(issuer, member.email, tenant.slug) };
    },
    ask: (token: string, more: Record<string, unknown> = {}) =>
      send(issuer, 'POST', '/api/integration/licenses/request', token, { applicationId: crm, ...more }),
    list: (query = '', token = owner) => send(issuer, 'GET', `${base}${query}`, token),
    decide: (decision: 'approve' | 'decline', id: unknown, body: Record<string, unknown> = {}, token = owner) =>
      send(issuer, 'POST', `${base}/${String(id)}/${decision}`, token, body),
    grant: (userId: string, licenseTypeId: string) =>
      send(issuer, 'POST', '/api/integration/licenses/grant', owner, { userId, applicationId: crm, licenseTypeId }),
    revoke: (userId: string) =>
      send(issuer, 'POST', '/api/integration/licenses/revoke', owner, { userId, applicationId: crm }),
    /** A new member's request. */
    async asked(more: Record<string, unknown> = {}): Promise<SignedInMember & { requestId: string }> {
      const member = await scene.member();
      const { body } = await scene.ask(member.token, more);
      return { ...member, requestId: String(body['id']) };
    },
    async listed(query = ''): Promise<LicenseRequest[]> {
      return (await scene.list(query)).body['requests'] as LicenseRequest[];
    },
    /** The users who hold a seat. */
    async holders(): Promise<string[]> {
      const seats = await server.identity.db.seat.findMany({
        where: { tenantId: tenant.id },
        orderBy: { assignedAt: 'asc' },
      });
      return seats.map(({ userId }) => userId);
    },
  };
  return scene;
}
