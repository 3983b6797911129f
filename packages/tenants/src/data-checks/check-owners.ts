import { sqlCheck } from '@org/identity-core';

/** Looks for tenants that no member can manage. */
export const checkOwners = sqlCheck({
  name: 'tenant-owners',
  rule: 'Every tenant has an active owner.',
  advice: 'A super admin makes a member of the tenant its owner, in the platform console or by the API.',
  sql: `SELECT id FROM identity.tenants t WHERE closing_at IS NULL AND NOT EXISTS (
      SELECT FROM identity.memberships WHERE tenant_id = t.id AND role = 'owner' AND status = 'ACTIVE')`,
});
