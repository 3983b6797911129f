import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import test from 'ava';
import { root, sourcesBelow } from './support-imports.js';

/** The packages that write each table. All others only read it, or call its owner. */
const writers: Readonly<Record<string, readonly string[]>> = {
  access_token_keys: ['runtime'],
  account_keeps: ['users'],
  api_clients: ['runtime'],
  api_scopes: ['runtime'],
  apis: ['runtime'],
  applications: ['runtime'],
  client_secrets: ['runtime'],
  // Noted with the grants and tokens of third-party clients.
  client_uses: ['prisma'],
  clients: ['runtime'],
  connection_attempts: ['connections'],
  connection_domains: ['connections'],
  connection_groups: ['connections'],
  connection_links: ['connections'],
  connection_visits: ['connections'],
  connections: ['connections'],
  // `prisma` notes their last use, with the tokens.
  consents: ['prisma', 'runtime'],
  consent_bindings: ['runtime'],
  agent_clients: ['runtime'],
  agent_seat_periods: [],
  agent_seats: ['licensing'],
  cookie_keys: ['runtime'],
  // Jobs of several packages count; the statement is that of `prisma`.
  day_counts: ['prisma'],
  // Added by a trigger, deleted with the last delivery.
  deleted_webhooks: ['webhooks'],
  // Of the domains of tenants, which the package `connections` keeps as well.
  domains: ['connections'],
  directories: ['scim'],
  directory_accounts: ['scim'],
  directory_group_members: ['scim'],
  directory_groups: ['scim'],
  directory_log: ['scim'],
  directory_members: ['scim'],
  directory_tokens: ['scim'],
  directory_users: ['scim'],
  email_changes: ['users'],
  email_codes: ['users'],
  email_verifications: ['users'],
  // Written by triggers only, with the rows that they follow. `prisma` owns it, as it owns the events.
  event_clock: ['prisma'],
  event_counts: [],
  event_exports: ['prisma'],
  events: ['prisma'],
  expected_users: ['connections'],
  feed_followers: ['prisma'],
  feed_readers: ['webhooks'],
  given_roles: ['tenants'],
  group_members: ['tenants'],
  groups: ['tenants'],
  held_slugs: ['tenants'],
  import_chunks: ['users'],
  import_keys: ['users'],
  import_lines: ['users'],
  imports: ['users'],
  invitations: ['tenants'],
  jobs: ['runtime'],
  license_mail_changes: ['licensing'],
  license_mail_settings: ['licensing'],
  license_requests: ['licensing'],
  license_rule_runs: ['licensing'],
  license_rules: ['licensing'],
  license_trials: ['licensing'],
  license_types: ['licensing'],
  // Added in the transaction that ends a session, delivered by the server.
  logout_notices: ['prisma', 'runtime'],
  // Both are written by triggers only. `tenants` owns them, as it owns the memberships.
  member_counts: [],
  member_words: [],
  memberships: ['tenants'],
  oidc_grants: ['prisma'],
  oidc_records: ['prisma'],
  oidc_sessions: ['prisma'],
  oidc_tokens: ['prisma'],
  outgoing_mails: ['runtime'],
  outgoing_targets: ['prisma'],
  passkey_challenges: ['users'],
  passkeys: ['users'],
  password_resets: ['users'],
  plugin_migrations: ['prisma'],
  // The counters of all packages. `users` deletes expired counters and those of erased users.
  rate_limits: ['prisma', 'users'],
  recovery_codes: ['users'],
  refresh_answers: ['prisma'],
  registrations: ['users'],
  // Written by triggers only, with the reservations.
  reservation_periods: [],
  sealed_columns: ['runtime'],
  role_rules: ['tenants'],
  seat_leases: ['licensing'],
  // Written by triggers only, with the seats.
  seat_periods: [],
  seat_reservations: ['licensing'],
  seats: ['licensing'],
  second_factor_links: ['users'],
  server_processes: ['runtime'],
  setup_links: ['connections'],
  // Tests store a key as version 0.1 did.
  signing_keys: ['runtime', 'testing'],
  sso_attempts: ['users'],
  sso_links: ['users'],
  // Written by triggers only, with the subscriptions.
  subscription_terms: [],
  subscriptions: ['licensing'],
  tenant_applications: ['runtime'],
  tenant_images: ['tenants'],
  tenants: ['tenants'],
  totp: ['users'],
  unconfirmed_clients: ['runtime'],
  // Both are written by triggers only. `users` owns them.
  user_counts: [],
  user_words: [],
  users: ['users'],
  webhook_deliveries: ['webhooks'],
  webhooks: ['webhooks'],
};

const schema = readdirSync(join(root, 'prisma/schema'))
  .map((file) => readFileSync(join(root, 'prisma/schema', file), 'utf8'))
  .join('\n');
/** The table of each model, by the model's name in the Prisma client. */
const tables = new Map(
  [...schema.matchAll(/^model (\w)(\w*) \{(.*?)^\}/gmsu)].map(([, first = '', rest = '', body = '']) => [
    `${first.toLowerCase()}${rest}`,
    /@@map\("(\w+)"\)/u.exec(body)?.[1] ?? `${first}${rest}`,
  ]),
);

const byPrisma = /\.(\w+)\s*\.(?:create|update|delete)(?:Many)?(?:AndReturn)?\(|\.(\w+)\s*\.upsert\(/gu;
const bySql = /(?:INSERT INTO|UPDATE|DELETE FROM)\s+identity\.(\w+)/gu;

function writtenBy(text: string): string[] {
  const models = [...text.matchAll(byPrisma)].map(([, one, other]) => tables.get(one ?? other ?? ''));
  const named = [...text.matchAll(bySql)].map(([, table]) => table);
  return [...models, ...named].filter((table) => table !== undefined);
}

test('every table has an owner', (t) => {
  t.deepEqual([...tables.values()].sort(), Object.keys(writers).sort());
});

test('only its owner writes a table', (t) => {
  const found = readdirSync(join(root, 'packages')).flatMap((name) =>
    sourcesBelow(`packages/${name}/src`)
      .filter((file) => !file.split(sep).includes('generated'))
      .flatMap((file) => writtenBy(readFileSync(file, 'utf8')).map((table) => ({ name, file, table }))),
  );
  t.true(found.length > 100, 'the writes were found');
  const foreign = found.filter(({ name, table }) => !writers[table]?.includes(name));
  t.deepEqual(foreign, []);
});
