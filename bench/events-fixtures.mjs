import pg from 'pg';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { application, comparisonSeed, machine, tenant } from './fixtures.mjs';
import { startContender } from './start-contender.mjs';

export const events = { id: 'bench-events', secret: machine.secret };
export const platform = { id: 'bench-platform', secret: machine.secret };

const eventsSeed = {
  ...comparisonSeed,
  subscriptions: [{ tenant: tenant.slug, application: application.name, licenseType: 'pro', quantity: 1_000_000 }],
  clients: [
    {
      ...events,
      name: 'Events',
      type: 'MACHINE',
      tenant: tenant.slug,
      scopes: ['licenses:read', 'licenses:write', 'events:read'],
    },
    { ...platform, name: 'Platform', type: 'MACHINE', scopes: ['events:read', 'events:write'] },
  ],
};

/** Runs the work with a server that has the plugin for events, and a database of its own with people who hold seats. */
export async function withEventServer({ people = 0 }, work) {
  const postgres = await startTemporaryPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  let server;
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: eventsSeed });
    await client.connect();
    const holders = await addHolders(client, people);
    await client.query('VACUUM ANALYZE');
    server = await startContender('events', [postgres.url]);
    return await work({ server, client, databaseUrl: postgres.url, holders });
  } finally {
    await client.end();
    await server?.end();
    await postgres.stop();
  }
}

/** Adds members of the tenant, each with a seat, and returns their ids. */
async function addHolders(client, count) {
  const { rows } = await client.query(
    `WITH people AS (
       INSERT INTO identity.users (id, email, normalized_email)
       SELECT gen_random_uuid(), email, email
       FROM generate_series(1, $2::int) i, LATERAL (SELECT 'holder-' || i || '@events.test' AS email) e RETURNING id
     )
     INSERT INTO identity.memberships (id, tenant_id, user_id)
     SELECT gen_random_uuid(), $1::uuid, id FROM people RETURNING user_id`,
    [tenant.id, count],
  );
  // Otherwise the triggers of seats would look for each membership in the whole table.
  await client.query('ANALYZE');
  await client.query(
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
     SELECT gen_random_uuid(), sub.id, sub.tenant_id, sub.application_id, holder.id
     FROM identity.subscriptions sub, unnest($2::uuid[]) AS holder(id) WHERE sub.tenant_id = $1`,
    [tenant.id, rows.map((row) => row.user_id)],
  );
  return rows.map((row) => row.user_id);
}

/** The value below which that part of the numbers lies. */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}
