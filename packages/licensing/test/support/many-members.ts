import type { OpenDatabase } from '@org/identity-prisma';

/** Adds members who joined one second after the other, in one statement. Returns them in that order. */
export async function addMembers(
  { pool }: Pick<OpenDatabase, 'pool'>,
  tenantId: string,
  count: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH people AS (
       INSERT INTO identity.users (id, email, normalized_email)
       SELECT id, id || '@people.test', id || '@people.test'
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int)) new RETURNING id
     ), numbered AS (SELECT id, row_number() OVER () AS number FROM people), added AS (
       INSERT INTO identity.memberships (id, tenant_id, user_id, joined_at)
       SELECT gen_random_uuid(), $1::uuid, id, now() - ($2::int - number) * interval '1 second' FROM numbered
     )
     SELECT id FROM numbered ORDER BY number`,
    [tenantId, count],
  );
  return rows.map(({ id }) => id);
}
