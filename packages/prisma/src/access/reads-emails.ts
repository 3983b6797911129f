import { hasScope, isDeclared, isIdentityError, type ReadsEmails } from '@org/identity-core';
import type { Database } from '../database-types.js';
import { requireManager } from './tenant-manager.js';

/**
 * Decides who sees the emails in a rehearsal: managers of its tenants, machines that may list members, and for users of no
 * tenant super admins and machines of the whole platform that may read users. Third-party clients need the scope of the list.
 */
export function createReadsEmails(db: Database): ReadsEmails {
  return async (principal, tenantIds) => {
    if (!principal || isDeclared(principal)) return false;
    if (principal.kind === 'machine') {
      const ofPlatform = principal.tenantId === null && hasScope(principal, 'platform:read');
      return ofPlatform || hasScope(principal, 'tenants:read');
    }
    if (!hasScope(principal, 'tenants:read')) return false;
    if (tenantIds.length === 0) return principal.superAdmin;
    try {
      for (const tenantId of tenantIds) await requireManager(db, { tenantId, principal });
      return true;
    } catch (error) {
      if (isIdentityError(error)) return false;
      throw error;
    }
  };
}
