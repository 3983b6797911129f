import { acrOf } from '@org/identity-core';
import type { Transaction } from '../database-types.js';

/**
 * Adds authentication methods to an active session, after the user has passed them on a page. A request of the same browser
 * that is in flight may overwrite this; then the user is asked again.
 */
export async function strengthenSession(
  tx: Transaction,
  { uid, accountId, amr }: { uid: string; accountId: string; amr: readonly string[] },
): Promise<void> {
  const rows = await tx.$queryRaw<{ amr: string[] | null }[]>`
    SELECT payload->'amr' AS amr FROM identity.oidc_sessions
    WHERE uid = ${uid} AND account_id = ${accountId} AND ended_at IS NULL FOR UPDATE`;
  if (!rows[0]) return;
  const methods = [...new Set([...(rows[0].amr ?? []), ...amr])];
  const stronger = JSON.stringify({ amr: methods, acr: acrOf(methods) });
  await tx.$executeRaw`UPDATE identity.oidc_sessions SET payload = payload || ${stronger}::jsonb WHERE uid = ${uid}`;
}
