import type { TokenClaims } from '@org/identity-core';
import { type IdentityPluginHost, type MembershipRow, run, statement, takeMembership } from '@org/identity-prisma';

// A prepared statement: every new token needs it, unless it was read with a code or refresh token.
const ofMember = statement(
  'tenant_claims_member',
  `SELECT m.role, t.slug, t.mfa_policy = 'REQUIRED' AS "mfaRequired"
   FROM identity.memberships m JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
   WHERE m.tenant_id = $1 AND m.user_id = $2 AND m.status = 'ACTIVE'`,
);

/** The most groups that a token names: it is sent with every request. */
const maxGroups = 100;

const groupsOf = statement(
  'group_claims',
  `SELECT g.name FROM identity.group_members m JOIN identity.groups g ON g.id = m.group_id
   WHERE m.tenant_id = $1 AND m.user_id = $2 AND m.active ORDER BY g.name_key LIMIT ${maxGroups + 1}`,
);

/** The tenant claims of a token. No such token is issued without an active membership, or without a required second factor. */
export function tenantClaims(pool: IdentityPluginHost['pool']): TokenClaims {
  return {
    names: ['tenant_id', 'tenant_slug', 'tenant_role', 'groups', 'groups_incomplete'],
    // Only for clients that ask for them.
    unlisted: ['groups', 'groups_incomplete'],
    async of(subject) {
      const { tenantId } = subject;
      if (tenantId === null) return {};
      // A client of a tenant is deleted with its tenant.
      if (subject.kind === 'machine') return subject.tenantSlug ? claims(tenantId, subject.tenantSlug) : undefined;
      const { userId } = subject;
      const found =
        takeMembership(tenantId, userId) ?? (await run<MembershipRow>(pool, ofMember, [tenantId, userId])).rows[0];
      if (!found || (found.mfaRequired && !subject.secondFactor)) return undefined;
      const groups = subject.groupClaims ? await groupClaims(pool, tenantId, userId) : {};
      return { ...claims(tenantId, found.slug), tenant_role: found.role, ...groups };
    },
  };
}

/** The names of the user's groups, in their order, and whether there are more. */
async function groupClaims(pool: IdentityPluginHost['pool'], tenantId: string, userId: string) {
  const { rows } = await run<{ name: string }>(pool, groupsOf, [tenantId, userId]);
  const groups = rows.slice(0, maxGroups).map(({ name }) => name);
  return rows.length > maxGroups ? { groups, groups_incomplete: true } : { groups };
}

const claims = (id: string, slug: string) => ({ tenant_id: id, tenant_slug: slug });
