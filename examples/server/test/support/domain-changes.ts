import { randomUUID } from 'node:crypto';
import type { DnsServer } from './dns-server.js';
import type { TestServer } from './test-server.js';

/** Not in the form of an id: pages show names. */
const fresh = () => `d${randomUUID().replaceAll('-', '')}.test`;
const proof = 'x'.repeat(40);
/** A tenant has 50 at most. */
const kept = 30;

/** A domain of a tenant, straight in the database. */
export async function addDomainRow(
  { identity: { db } }: Pick<TestServer, 'identity'>,
  tenantId: string,
  fields: { domain?: string; status?: 'PENDING' | 'VERIFIED' | 'LAPSED' } = {},
): Promise<{ id: string; domain: string }> {
  await makeRoom({ identity: { db } }, tenantId);
  return db.domain.create({ data: { tenantId, domain: fresh(), proof, ...fields } });
}

/** Publishes the record of such a domain. */
export function publishRow(dns: DnsServer, { domain }: { domain: string }): void {
  dns.records.set(`_identity-verification.${domain}`, [`identity-verification=${proof}`]);
}

/** Deletes the oldest of many. */
async function makeRoom({ identity: { db } }: { identity: Pick<TestServer['identity'], 'db'> }, tenantId: string) {
  const old = await db.domain.findMany({ where: { tenantId }, orderBy: { id: 'desc' }, skip: kept });
  await db.domain.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
}

/** A verified domain of a tenant, and an active connection that uses it. */
export async function addUsedDomain(server: Pick<TestServer, 'identity'>, tenantId: string): Promise<string> {
  const { id: domainId } = await addDomainRow(server, tenantId, { status: 'VERIFIED' });
  await server.identity.db.connection.create({
    data: {
      tenantId,
      kind: 'OIDC',
      name: 'Okta',
      status: 'ACTIVE',
      issuer: 'https://okta.test',
      settings: { clientId: 'id', emailClaim: 'email', logoutAtProvider: false },
      secret: new Uint8Array(1),
      domains: { create: { domainId, active: true } },
    },
  });
  return domainId;
}

/** The bodies of all requests to domains. The removal comes last. */
export const domainBodies: Record<string, unknown> = {
  'get /api/tenants/{id}/domains': undefined,
  'post /api/tenants/{id}/domains': { domain: 'initech.test' },
  'post /api/tenants/{id}/domains/{domainId}/verify': undefined,
  'delete /api/tenants/{id}/domains/{domainId}': undefined,
};

/** Requests for the routes that change domains, each prepared so that it succeeds. */
export function domainChanges(
  server: TestServer,
  { dns, token, tenantId }: { dns: DnsServer; token: string; tenantId: string },
) {
  const base = `/api/tenants/${tenantId}/domains`;
  return {
    'post /api/tenants/:id/domains': async () => {
      await makeRoom(server, tenantId);
      return { token, path: base, body: { domain: fresh() } };
    },
    'post /api/tenants/:id/domains/:domainId/verify': async () => {
      const domain = await addDomainRow(server, tenantId);
      publishRow(dns, domain);
      return { token, path: `${base}/${domain.id}/verify` };
    },
    'delete /api/tenants/:id/domains/:domainId': async () => ({
      token,
      path: `${base}/${(await addDomainRow(server, tenantId)).id}`,
    }),
  };
}
