import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { hashOneTimeSecret, newOneTimeSecret } from '../packages/core/dist/src/index.js';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { newTokens } from './exchange-codes.mjs';
import { comparisonSeed, user } from './fixtures.mjs';
import { startContender } from './start-contender.mjs';

const rules = 20;
const joinsPerRound = 20;

/** The tenants that are joined: with how many rules, and how many seats of each license. */
const kinds = {
  'no rules': { rules: 0, seats: 0 },
  [`${rules} rules, seats free`]: { rules, seats: 5 },
  [`${rules} rules, no seat free`]: { rules, seats: 0 },
};

/**
 * How long it takes to accept an invitation of a tenant without license rules, and of one with 20: with free seats, and
 * without. Returns a Markdown table.
 */
export async function measureRules({ rounds = 5 } = {}) {
  const postgres = await startTemporaryPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  let server;
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: comparisonSeed });
    await client.connect();
    await client.query(applications);
    server = await startContender('identity', [postgres.url]);
    const [{ access_token: token }] = await newTokens('identity', server, { count: 1 });
    const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
    // In turn, so that other work on the machine affects all alike; the first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (let join = 0; join < joinsPerRound; join += 1) {
        for (const [kind, tenant] of Object.entries(kinds)) {
          const secret = await addTenant(client, tenant);
          const started = performance.now();
          await accept(server, token, secret);
          if (round > 0) times[kind].push(performance.now() - started);
        }
      }
    }
    return table(times, { rounds });
  } finally {
    await server?.end();
    await client.end();
    await postgres.stop();
  }
}

/** As many applications as there are rules, each with one license type. */
const applications = `
  WITH added AS (
    INSERT INTO identity.applications (id, name)
    SELECT gen_random_uuid(), 'Rules ' || i FROM generate_series(1, ${rules}) i RETURNING id
  )
  INSERT INTO identity.license_types (id, application_id, slug, name)
  SELECT gen_random_uuid(), id, 'rule', 'Rule' FROM added`;

/** A new tenant with rules and an invitation for the user. Returns the secret of the invitation. */
async function addTenant(client, { rules, seats }) {
  const { secret } = newOneTimeSecret();
  const { rows } = await client.query(
    `INSERT INTO identity.tenants (id, name, slug) VALUES (gen_random_uuid(), 'Rules', gen_random_uuid()) RETURNING id`,
  );
  const tenantId = rows[0].id;
  const types = `FROM identity.license_types WHERE slug = 'rule' LIMIT ${rules}`;
  await client.query(
    `INSERT INTO identity.license_rules (id, tenant_id, application_id, license_type_id)
     SELECT gen_random_uuid(), $1, application_id, id ${types}`,
    [tenantId],
  );
  if (seats > 0)
    await client.query(
      `INSERT INTO identity.subscriptions (id, tenant_id, application_id, license_type_id, quantity_purchased)
       SELECT gen_random_uuid(), $1, application_id, id, ${seats} ${types}`,
      [tenantId],
    );
  await client.query(
    `INSERT INTO identity.invitations (id, tenant_id, email, normalized_email, secret_hash, expires_in_days, expires_at)
     VALUES (gen_random_uuid(), $1, $2, $2, $3, 7, now() + interval '7 days')`,
    [tenantId, user.email, Buffer.from(hashOneTimeSecret(secret))],
  );
  return secret;
}

async function accept(server, token, secret) {
  const response = await fetch(`${server.issuer}/api/invitations/${secret}/accept`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`Accepting returned ${response.status} ${answer}`);
}

function table(times, { rounds }) {
  const [[, without]] = Object.entries(times);
  const rows = Object.entries(times).map(([kind, measured]) => {
    const ratio = (median(measured) / median(without)).toFixed(2);
    return `| ${kind} | ${median(measured).toFixed(1)} | ${at(measured, 0.95).toFixed(1)} | ${ratio}× |`;
  });
  const heading = ['| the tenant has | p50 | p95 | p50 : no rules |', '| --- | --- | --- | --- |'];
  const note = `Milliseconds over HTTP, of ${rounds * joinsPerRound} joins of each kind, in turn; one server process.`;
  return `## Joining with license rules\n\n${[...heading, ...rows].join('\n')}\n\n${note}\n`;
}

const at = (values, part) => values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)];
const median = (values) => at(values, 0.5);
