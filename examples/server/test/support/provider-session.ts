import type { TestServer } from './test-server.js';

/** Makes all sessions and tokens of a user such as the provider of a tenant opens. */
export async function signedInBy({ identity: { db } }: TestServer, userId: string, tenantId: string): Promise<void> {
  const via = JSON.stringify({ via: tenantId });
  await db.$executeRaw`
    UPDATE identity.oidc_sessions SET payload = payload || ${via}::jsonb WHERE account_id = ${userId}`;
  await db.$executeRaw`
    UPDATE identity.oidc_grants SET payload = payload || ${via}::jsonb WHERE account_id = ${userId}`;
}
