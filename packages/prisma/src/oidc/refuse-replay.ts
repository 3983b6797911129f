import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';
import { errors, Provider } from '../oidc-provider.js';

const revokeGrantOf = (table: 'oidc_tokens' | 'oidc_records', kind: string) =>
  statement(
    `${table}_revoke_grant_of`,
    `UPDATE identity.oidc_grants SET revoked_at = now()
     WHERE revoked_at IS NULL AND id = (SELECT grant_id FROM identity.${table} WHERE id_hash = $1 AND ${kind} = $2)
     RETURNING id`,
  );
const revocations = {
  oidc_tokens: revokeGrantOf('oidc_tokens', 'kind'),
  oidc_records: revokeGrantOf('oidc_records', 'model'),
};

/**
 * Refuses a code or token that another request has just used. It may have been stolen, so its grant is revoked with all
 * tokens, as oidc-provider does when it finds a used value itself. Listeners get the same events.
 */
export async function refuseReplay(
  pool: Pool,
  table: keyof typeof revocations,
  key: [idHash: Buffer, kind: string],
): Promise<never> {
  const { rows } = await run<{ id: string }>(pool, revocations[table], key);
  if (rows[0]) await announce(rows[0].id, key[1]);
  throw new errors.InvalidGrant('already used');
}

async function announce(grantId: string, kind: string): Promise<void> {
  const { ctx } = Provider;
  if (!ctx?.oidc) return;
  const { RotatedRefreshToken, RefreshToken } = ctx.oidc.entities;
  // Emits `refresh_token.destroyed`. After the rotation the used token is `RotatedRefreshToken`.
  if (kind === 'RefreshToken') await (RotatedRefreshToken ?? RefreshToken)?.destroy();
  ctx.oidc.provider.emit('grant.revoked', ctx, grantId);
}
