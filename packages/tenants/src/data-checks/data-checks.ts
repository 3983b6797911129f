import { type DataChecks, sqlCheck } from '@org/identity-core';
import { checkMemberWords } from './check-member-words.js';

/** Looks for tenants that no member can manage. */
const checkOwners = sqlCheck({
  name: 'tenant-owners',
  rule: 'Every tenant has an active owner, or has invited its first one.',
  advice:
    'A super admin makes a member of the tenant its owner, or invites one, in the platform console or by the API.',
  sql: `SELECT id FROM identity.tenants t WHERE closing_at IS NULL AND NOT EXISTS (
      SELECT FROM identity.memberships WHERE tenant_id = t.id AND role = 'owner' AND status = 'ACTIVE')
    AND NOT (
      EXISTS (SELECT FROM identity.invitations WHERE tenant_id = t.id AND role = 'owner' AND status <> 'ACCEPTED')
      AND NOT EXISTS (SELECT FROM identity.memberships WHERE tenant_id = t.id AND status <> 'INVITED'))`,
});

/** Compares the counters of members with the memberships. */
const checkMemberCounts = sqlCheck({
  name: 'member-counts',
  rule: 'The counters of members agree with the memberships of each tenant, role and status.',
  advice: `With all servers stopped, as the owner of the tables: SET session_replication_role = replica; SELECT identity.recount_members();`,
  sql: `SELECT concat_ws(' ', tenant_id, role, status) AS id
    FROM (SELECT tenant_id, role, status, count(*) AS members FROM identity.memberships GROUP BY 1, 2, 3) stored
    FULL JOIN identity.member_counts counted USING (tenant_id, role, status)
    WHERE coalesce(stored.members, 0) <> coalesce(counted.count, 0)`,
});

/** Compares the counters of groups, and who counts in them, with the memberships. */
const checkGroupCounts = sqlCheck({
  name: 'group-counts',
  rule: 'Each group counts its active members, and nobody else.',
  advice: `With all servers stopped: UPDATE identity.group_members g SET active = (m.status = 'ACTIVE') FROM identity.memberships m WHERE m.tenant_id = g.tenant_id AND m.user_id = g.user_id; UPDATE identity.groups g SET member_count = (SELECT count(*) FROM identity.group_members WHERE group_id = g.id AND active);`,
  sql: `SELECT g.id FROM identity.groups g LEFT JOIN (
      SELECT group_id, count(*) AS members, count(*) FILTER (WHERE g.active) AS counted
      FROM identity.group_members g
      JOIN identity.memberships m ON m.tenant_id = g.tenant_id AND m.user_id = g.user_id AND m.status = 'ACTIVE'
      GROUP BY 1) stored ON stored.group_id = g.id
    WHERE g.member_count <> coalesce(stored.members, 0) OR stored.members <> stored.counted`,
});

/** Looks for members who wait for an invitation that does not exist. */
const checkInvitedMembers = sqlCheck({
  name: 'invited-members',
  rule: 'Every invited member has an invitation.',
  advice: 'Remove these members from their tenants, and invite them again.',
  sql: `SELECT id FROM identity.memberships m
    WHERE status = 'INVITED' AND NOT EXISTS (SELECT FROM identity.invitations WHERE membership_id = m.id)`,
});

/** What `identity-server verify` checks of the tenants. */
export const dataChecks: DataChecks = {
  counts: {
    tenants: 'identity.tenants',
    members: 'identity.memberships',
    groups: 'identity.groups',
    invitations: 'identity.invitations',
  },
  checks: [checkOwners, checkMemberCounts, checkGroupCounts, checkMemberWords, checkInvitedMembers],
};
