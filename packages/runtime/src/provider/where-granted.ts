import { originOfSession } from '@org/identity-core';
import { givenIn } from '@org/identity-prisma';
import type { Grant } from 'oidc-provider';

/** Where a consent has to count for a grant: its tenant, and the origin of its session. */
export function whereGranted(grant: Grant & { via?: string; tenantId?: string }): string {
  return givenIn(originOfSession(grant.via), grant.tenantId);
}
