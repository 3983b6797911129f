import { type DataChecks, sqlCheck } from '@org/identity-core';
import { checkSecondFactors, checkTotpSecrets } from './check-second-factors.js';

/** How many users are compared word by word. To compute the words of all takes minutes with a million users. */
const sample = 1_000;
const words = 'identity.user_words_of(display_name, given_name, family_name, email)';

/** Looks for users whom the operator's search does not find, or finds by wrong words. */
const checkUserWords = sqlCheck({
  name: 'user-words',
  rule: 'The search finds every user, by their own words and their status.',
  advice: `With all servers stopped, as the owner of the tables: SET session_replication_role = replica; SELECT identity.rebuild_user_words();`,
  sql: `SELECT id FROM identity.users u
    LEFT JOIN (SELECT user_id, min(status) AS lowest, max(status) AS highest FROM identity.user_words GROUP BY 1) found
      ON found.user_id = u.id
    WHERE (found.lowest = identity.status_of_user(disabled_at, deleted_at)
        AND found.highest = identity.status_of_user(disabled_at, deleted_at)) IS NOT TRUE
      AND (found.user_id IS NOT NULL OR EXISTS (SELECT FROM ${words}))
    UNION
    SELECT user_id FROM identity.user_words WHERE NOT EXISTS (SELECT FROM identity.users WHERE id = user_id)
    UNION
    SELECT id FROM (SELECT * FROM identity.users ORDER BY md5(id::text) LIMIT ${sample}) u
    WHERE ARRAY(SELECT word FROM ${words} word ORDER BY word COLLATE "C")
      <> ARRAY(SELECT word FROM identity.user_words WHERE user_id = u.id ORDER BY word COLLATE "C")`,
});

/** Compares the counters of users with the users. */
const checkUserCounts = sqlCheck({
  name: 'user-counts',
  rule: 'The counters of users agree with the users of each status.',
  advice: `With all servers stopped, as the owner of the tables: SET session_replication_role = replica; SELECT identity.recount_users();`,
  sql: `SELECT status AS id
    FROM (SELECT identity.status_of_user(disabled_at, deleted_at) AS status, count(*) AS users FROM identity.users GROUP BY 1) stored
    FULL JOIN (SELECT status, sum(count) AS users FROM identity.user_counts GROUP BY 1) counted USING (status)
    WHERE coalesce(stored.users, 0) <> coalesce(counted.users, 0)`,
});

/** What `identity-server verify` checks of the users. */
export const dataChecks: DataChecks = {
  counts: { users: 'identity.users' },
  checks: [checkUserCounts, checkUserWords, checkSecondFactors, checkTotpSecrets],
};
