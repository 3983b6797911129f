import { mailsAtRest } from './merged-mails.js';
import type { TestServer } from './test-server.js';

const tables = [
  'tenants memberships invitations license_types license_rules license_requests subscriptions seats agent_seats',
  'seat_reservations license_mail_settings webhooks domains rate_limits users totp recovery_codes',
  'applications clients client_secrets signing_keys access_token_keys apis api_scopes api_clients tenant_applications',
  'events outgoing_mails license_mail_changes',
].flatMap((names) => names.split(' '));

/** A hash of every table that the routes with a reply write. */
export async function contents(server: TestServer): Promise<Record<string, string | null>> {
  await mailsAtRest(server.identity);
  const found: Record<string, string | null> = {};
  for (const table of tables) {
    const rows = await server.identity.db.$queryRawUnsafe<{ print: string | null }[]>(
      `SELECT md5(string_agg(r::text, ',' ORDER BY r::text)) AS print FROM identity.${table} r`,
    );
    found[table] = rows[0]?.print ?? null;
  }
  return found;
}
