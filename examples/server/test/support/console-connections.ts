import type { Member } from './tenant-api.js';
import type { TestServer } from './test-server.js';

export const people = { name: 'Corp Login', defaultRole: 'member' };
export const provider = { issuer: 'https://login.corp.test', clientId: 'identity-server' };

/** One domain for all cells, because a tenant has at most 50. Without a second click none of them removes it. */
export async function domainOf(server: TestServer, tenantId: string): Promise<string> {
  const id = tenantId.replace(/^.{8}/u, 'ffffffff');
  const data = { id, tenantId, domain: `${id}.test`, proof: 'x', status: 'VERIFIED' as const };
  await server.identity.db.domain.createMany({ data: [data], skipDuplicates: true });
  return id;
}

/** One tested connection of that domain for all cells: no form makes a draft of it. */
export async function connectionOf({ identity: { db } }: TestServer, tenantId: string): Promise<string> {
  const id = tenantId.replace(/^.{8}/u, 'ffffffff');
  const { issuer, clientId } = provider;
  const settings = { clientId, emailClaim: 'email', logoutAtProvider: false };
  const stored = { id, tenantId, name: people.name, issuer, settings, secret: Buffer.from('sealed') };
  const tested = { kind: 'OIDC', status: 'TESTED', testedVersion: 1 } as const;
  await db.connection.createMany({ data: [{ ...stored, ...tested }], skipDuplicates: true });
  const of = { connectionId: id, tenantId, domainId: id };
  await db.connectionDomain.createMany({ data: [of], skipDuplicates: true });
  return id;
}

/** Links an account to a connection's provider. */
export async function plantLink(
  { identity: { db } }: TestServer,
  connectionId: string,
  { userId, email }: Member,
): Promise<void> {
  await db.connectionLink.create({ data: { connectionId, userId, issuer: provider.issuer, subject: userId, email } });
}
