import { sqlCheck } from '@org/identity-core';

/** How many members are compared word by word. To compute the words of all takes minutes with a million members. */
const sample = 1_000;
const words = 'identity.member_words_of(display_name, given_name, family_name, email)';

/** Looks for members whom the search of their tenant does not find, or finds by wrong words. */
export const checkMemberWords = sqlCheck({
  name: 'member-words',
  rule: 'The search finds every member, by their own words, role and status.',
  advice: `With all servers stopped, as the owner of the tables: SET session_replication_role = replica; SELECT identity.rebuild_member_words();`,
  sql: `SELECT m.id FROM identity.memberships m
    LEFT JOIN (
      SELECT membership_id, tenant_id, count(DISTINCT (role, status)) AS kinds, min(role) AS role, min(status) AS status
      FROM identity.member_words GROUP BY 1, 2
    ) found ON found.membership_id = m.id AND found.tenant_id = m.tenant_id
    WHERE m.status <> 'INVITED' AND (found.kinds = 1 AND found.role = m.role AND found.status = m.status) IS NOT TRUE
      AND (found.kinds IS NOT NULL OR EXISTS (SELECT FROM identity.users u, ${words} WHERE u.id = m.user_id))
    UNION
    SELECT membership_id FROM identity.member_words
    WHERE NOT EXISTS (SELECT FROM identity.memberships WHERE id = membership_id AND status <> 'INVITED')
    UNION
    SELECT m.id FROM (
      SELECT id, user_id FROM identity.memberships WHERE status <> 'INVITED' ORDER BY md5(id::text) LIMIT ${sample}
    ) m JOIN identity.users u ON u.id = m.user_id
    WHERE ARRAY(SELECT word FROM ${words} word ORDER BY word COLLATE "C")
      <> ARRAY(SELECT word FROM identity.member_words WHERE membership_id = m.id ORDER BY word COLLATE "C")`,
});
