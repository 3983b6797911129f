import { sqlCheck } from '@org/identity-core';

/** Looks for members who wait for an invitation that does not exist. */
export const checkInvitedMembers = sqlCheck({
  name: 'invited-members',
  rule: 'Every invited member has an invitation.',
  advice: 'Remove these members from their tenants, and invite them again.',
  sql: `SELECT id FROM identity.memberships m
    WHERE status = 'INVITED' AND NOT EXISTS (SELECT FROM identity.invitations WHERE membership_id = m.id)`,
});
