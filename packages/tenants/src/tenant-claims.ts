import type { TokenClaims } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';

/** What a token says about its tenant. Without an active membership there is no such token. */
export function tenantClaims(db: Database): TokenClaims {
  return {
    names: ['tenant_id', 'tenant_slug', 'tenant_role'],
    async of(subject) {
      const { tenantId } = subject;
      if (tenantId === null) return {};
      if (subject.kind === 'machine') {
        const tenant = await db.tenant.findUnique({ where: { id: tenantId }, select: { slug: true } });
        return tenant ? { tenant_id: tenantId, tenant_slug: tenant.slug } : undefined;
      }
      const membership = await db.membership.findUnique({
        where: { tenantId_userId: { tenantId, userId: subject.userId }, status: 'ACTIVE' },
        select: { role: true, tenant: { select: { slug: true } } },
      });
      if (!membership) return undefined;
      return { tenant_id: tenantId, tenant_slug: membership.tenant.slug, tenant_role: membership.role };
    },
  };
}
