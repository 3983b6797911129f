import type { TokenClaims } from '@org/identity-core';
import { type IdentityPluginHost, type Role, run, statement } from '@org/identity-prisma';

// Asked for every token that is made: prepared.
const ofMachine = statement('tenant_claims_machine', 'SELECT slug FROM identity.tenants WHERE id = $1');
const ofMember = statement(
  'tenant_claims_member',
  `SELECT m.role, t.slug FROM identity.memberships m JOIN identity.tenants t ON t.id = m.tenant_id
   WHERE m.tenant_id = $1 AND m.user_id = $2 AND m.status = 'ACTIVE'`,
);

/** What a token says about its tenant. Without an active membership there is no such token. */
export function tenantClaims(pool: IdentityPluginHost['pool']): TokenClaims {
  return {
    names: ['tenant_id', 'tenant_slug', 'tenant_role'],
    async of(subject) {
      const { tenantId } = subject;
      if (tenantId === null) return {};
      if (subject.kind === 'machine') {
        const { rows } = await run<{ slug: string }>(pool, ofMachine, [tenantId]);
        return rows[0] && { tenant_id: tenantId, tenant_slug: rows[0].slug };
      }
      const { rows } = await run<{ slug: string; role: Role }>(pool, ofMember, [tenantId, subject.userId]);
      return rows[0] && { tenant_id: tenantId, tenant_slug: rows[0].slug, tenant_role: rows[0].role };
    },
  };
}
