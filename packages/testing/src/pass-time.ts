import type { Database } from '@org/identity-prisma';

/** The tables in which time matters for a tenant's seats and domains. */
const tables = [
  'domains',
  'invitations',
  'license_mail_changes',
  'license_mail_settings',
  'license_requests',
  'license_trials',
  'reservation_periods',
  'seat_leases',
  'seat_periods',
  'seat_reservations',
  'seats',
  'subscription_terms',
  'subscriptions',
];

/**
 * Makes time pass for a tenant's licenses and domains, without waiting: every time in its rows becomes so much earlier. Triggers do not
 * run, as they would not if the clock had moved.
 */
export async function passTime(
  db: Database,
  { tenantId, milliseconds }: { tenantId: string; milliseconds: number },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    const columns = await tx.$queryRaw<{ table: string; columns: string[] }[]>`
      SELECT table_name AS "table", array_agg(column_name::text) AS columns FROM information_schema.columns
      WHERE table_schema = 'identity' AND data_type = 'timestamp with time zone' AND table_name = ANY(${tables})
      GROUP BY 1`;
    for (const { table, columns: names } of columns) {
      const changes = names.map((name) => `"${name}" = "${name}" - $2 * interval '1 millisecond'`).join(', ');
      await tx.$executeRawUnsafe(
        `UPDATE identity."${table}" SET ${changes} WHERE tenant_id = $1::uuid`,
        tenantId,
        milliseconds,
      );
    }
  });
}

export const days = (count: number) => count * 24 * 60 * 60 * 1000;
