import { type SignInFacts, type TenantPolicy, unmetDemand } from '@org/identity-core';
import type { Transaction } from '../database-types.js';
import { passedSecondFactor } from '../fast-path/grant-user.js';
import { secondFactorSince, timeOfEpoch } from '../fast-path/second-factor-since.js';
import { longestPause } from '../fast-path/session-use.js';
import type { Role } from '../generated/enums.js';

/** How many grants are checked at once. */
const batch = 2_000;

interface GrantFacts {
  id: string;
  userId: string;
  role: Role | null;
  via: string | null;
  secondFactor: boolean;
  secondFactorSince: number | null;
  signedInAt: number | null;
  pauseSeconds: number | null;
  ip: string | null;
}

// In the order of the index on the tenant and the account. A refresh is a use as well.
const grantsOf = `SELECT g.id, g.account_id AS "userId", m.role, g.payload->>'via' AS via, ${passedSecondFactor} AS "secondFactor",
    ${secondFactorSince('m')} AS "secondFactorSince",
    (s.payload->>'loginTs')::float8 AS "signedInAt", s.ip_address AS ip,
    least(${longestPause('s')}, greatest(s.longest_pause, extract(epoch FROM now() -
      (SELECT max(t.created_at) FROM identity.oidc_tokens t WHERE t.grant_id = g.id))::int)) AS "pauseSeconds"
  FROM identity.oidc_grants g
  LEFT JOIN identity.oidc_sessions s ON s.uid = g.session_uid AND s.ended_at IS NULL
  LEFT JOIN identity.memberships m ON m.tenant_id = g.tenant_id AND m.user_id::text = g.account_id AND m.status = 'ACTIVE'
  WHERE g.tenant_id = $1::uuid AND g.revoked_at IS NULL AND g.expires_at > now() AND (g.account_id, g.id) > ($2, $3)
  ORDER BY g.account_id, g.id LIMIT ${batch}`;

/** Revokes the grants in a tenant whose sign-ins do not meet its policy, in the caller's transaction. */
export async function revokeUnmetGrants(
  tx: Transaction,
  { tenantId, policy }: { tenantId: string; policy: TenantPolicy },
): Promise<void> {
  let [account, id] = ['', ''];
  for (;;) {
    const grants = await tx.$queryRawUnsafe<GrantFacts[]>(grantsOf, tenantId, account, id);
    const unmet = grants.filter((grant) => !grant.role || unmetDemand(policy, factsOf(grant, grant.role, tenantId)));
    if (unmet.length > 0)
      await tx.oidcGrant.updateMany({
        where: { id: { in: unmet.map((grant) => grant.id) }, revokedAt: null },
        data: { revokedAt: new Date() },
      });
    const last = grants.at(-1);
    if (!last || grants.length < batch) return;
    [account, id] = [last.userId, last.id];
  }
}

function factsOf(grant: GrantFacts, role: Role, tenantId: string): SignInFacts {
  const { userId, via, secondFactor } = grant;
  return {
    tenantId,
    userId,
    role,
    via,
    secondFactor,
    secondFactorSince: timeOfEpoch(grant.secondFactorSince),
    signedInAt: timeOfEpoch(grant.signedInAt),
    pauseSeconds: grant.pauseSeconds ?? undefined,
    ip: grant.ip ?? '',
  };
}
