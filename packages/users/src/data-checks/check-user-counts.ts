import { sqlCheck } from '@org/identity-core';

/** Compares the counters of users with the users. */
export const checkUserCounts = sqlCheck({
  name: 'user-counts',
  rule: 'The counters of users agree with the users of each status.',
  advice: `With all servers stopped, as the owner of the tables: SET session_replication_role = replica; SELECT identity.recount_users();`,
  sql: `SELECT status AS id
    FROM (SELECT identity.status_of_user(disabled_at, deleted_at) AS status, count(*) AS users FROM identity.users GROUP BY 1) stored
    FULL JOIN (SELECT status, sum(count) AS users FROM identity.user_counts GROUP BY 1) counted USING (status)
    WHERE coalesce(stored.users, 0) <> coalesce(counted.users, 0)`,
});
