import { sqlCheck } from '@org/identity-core';

/** Compares the counters of members with the memberships. */
export const checkMemberCounts = sqlCheck({
  name: 'member-counts',
  rule: 'The counters of members agree with the memberships of each tenant, role and status.',
  advice: `With all servers stopped, as the owner of the tables: SET session_replication_role = replica; SELECT identity.recount_members();`,
  sql: `SELECT concat_ws(' ', tenant_id, role, status) AS id
    FROM (SELECT tenant_id, role, status, count(*) AS members FROM identity.memberships GROUP BY 1, 2, 3) stored
    FULL JOIN identity.member_counts counted USING (tenant_id, role, status)
    WHERE coalesce(stored.members, 0) <> coalesce(counted.count, 0)`,
});
