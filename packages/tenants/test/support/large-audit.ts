import { divideEvents } from '@org/identity-dev-postgres';
import type { OpenDatabase } from '@org/identity-prisma';
import { idOf, large, numbers, ownerId, uuid } from './large-tenants.js';

/** A person who caused half of the events of the large tenant. */
export const busy = idOf('a', 17);
/** A person of three events. */
export const quiet = idOf('a', 18);
/** A person of none. */
export const nobody = idOf('a', 19);

const eventType = "(ARRAY['member.added', 'member.removed', 'invitation.created', 'member.suspended'])[1 + i % 4]";
const event = 'INSERT INTO identity.events (id, type, tenant_id, actor_kind, actor_id, subject_id)';

/** Where the events are divided, as they would be by months. Events of all tenants are in each part. */
const eventBounds = [idOf('b', 50_000), idOf('b', 100_000), idOf('b', 198_000)];

const fills = [
  `INSERT INTO identity.tenants (id, name, slug) SELECT ${uuid('7')}, 'Tenant', 'tenant-' || i FROM ${numbers(100)}`,
  `INSERT INTO identity.users (id, email, normalized_email, mfa_enabled)
   SELECT ${uuid('a')}, 'user-' || i, 'user-' || i, i <> 17 FROM ${numbers(110_000)}`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id, role)
   SELECT ${uuid('c')}, '${large}', ${uuid('a')}, (CASE WHEN i = 1 THEN 'owner' ELSE 'member' END)::identity.role
   FROM ${numbers(100_000)}`,
  `INSERT INTO identity.memberships (id, tenant_id, user_id)
   SELECT ${uuid('d')}, ${uuid('7', '2 + i % 90')}, ${uuid('a', '1 + i % 100000')} FROM ${numbers(100_000)}`,
  // Ids of the low range are the oldest: the events of the quiet person are far down.
  `${event} SELECT ${uuid('b', '2 * i')}, ${eventType}, '${large}', 'user',
     CASE WHEN i % 2 = 0 THEN '${busy}' ELSE '${ownerId}' END,
     CASE WHEN i <= 3 THEN '${quiet}' ELSE (${uuid('a', '100 + i % 90000')})::text END FROM ${numbers(100_000)}`,
  // The busy person is busy in other tenants as well.
  `${event} SELECT ${uuid('b', '2 * i + 1')}, ${eventType}, ${uuid('7', '2 + i % 90')}, 'user',
     CASE WHEN i % 3 = 0 THEN '${busy}' ELSE (${uuid('a', '100 + i % 90000')})::text END, NULL
   FROM ${numbers(100_000)}`,
];

/** A tenant with a hundred thousand members and events, and as many in other tenants. */
export async function fillAudit({ pool }: OpenDatabase): Promise<void> {
  const client = await pool.connect();
  try {
    // For a busy machine.
    await client.query('SET statement_timeout = 0');
    await divideEvents(client, eventBounds);
    // The rows are consistent; checking each of them again would take most of the time.
    await client.query('SET session_replication_role = replica');
    for (const fill of fills) await client.query(fill);
    await client.query('SELECT identity.recount_members()');
    await client.query('SET session_replication_role = DEFAULT');
    await client.query('SET default_statistics_target = 1000');
    await client.query('VACUUM ANALYZE');
    await client.query('RESET ALL');
  } finally {
    client.release();
  }
}
