import type { DataChecks } from '@org/identity-core';
import { checkInvitedMembers } from './check-invited-members.js';
import { checkMemberCounts } from './check-member-counts.js';
import { checkMemberWords } from './check-member-words.js';
import { checkOwners } from './check-owners.js';

/** What `identity-server verify` checks of the tenants. */
export const dataChecks: DataChecks = {
  counts: {
    tenants: 'identity.tenants',
    members: 'identity.memberships',
    invitations: 'identity.invitations',
  },
  checks: [checkOwners, checkMemberCounts, checkMemberWords, checkInvitedMembers],
};
