import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { median } from './compare.mjs';
import { postForm } from './exchange-codes.mjs';
import { application, comparisonSeed, machine, tenant } from './fixtures.mjs';
import { pathsOf } from './paths.mjs';
import { startContender } from './start-contender.mjs';

const types = { free: '019a0000-0000-7000-8000-00000000e011', wanted: '019a0000-0000-7000-8000-00000000e012' };
const crowded = { id: '019a0000-0000-7000-8000-00000000b011', slug: 'crowded' };
const crowd = { id: 'bench-crowd', secret: machine.secret };

/** Two tenants of the same size, with two license types. In one of them, people wait for the second type. */
const waitingSeed = {
  ...comparisonSeed,
  applications: [
    {
      ...application,
      licenseTypes: [
        { id: types.free, slug: 'pro', name: 'Pro', features: ['export'] },
        { id: types.wanted, slug: 'rare', name: 'Rare', features: [] },
      ],
    },
  ],
  tenants: [...comparisonSeed.tenants, { ...crowded, name: 'Crowded', members: comparisonSeed.tenants[0].members }],
  subscriptions: [tenant, crowded].flatMap(({ slug }) => [
    { tenant: slug, application: application.name, licenseType: 'pro', quantity: 10 },
    { tenant: slug, application: application.name, licenseType: 'rare', quantity: 1 },
  ]),
  clients: [machine, crowd].map(({ id, secret }, index) => ({
    id,
    secret,
    name: id,
    type: 'MACHINE',
    tenant: [tenant, crowded][index].slug,
    scopes: ['licenses:read', 'licenses:write'],
  })),
};

/** What a grant and a revocation cost if people wait for a seat, against the same if nobody does. Returns a Markdown table. */
export async function measureWaitingList({ waiting = 10_000, rounds = 300 } = {}) {
  const postgres = await startTemporaryPostgres();
  let server;
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: waitingSeed });
    await client.connect();
    await addPeople(client, tenant.id, waiting);
    await addPeople(client, crowded.id, waiting);
    await client.query(queue, [crowded.id, application.id, types.wanted]);
    await client.query('VACUUM ANALYZE');
    server = await startContender('identity', [postgres.url]);
    const places = {};
    for (const [name, place, caller] of [
      ['nobody', tenant, machine],
      ['many', crowded, crowd],
    ])
      places[name] = { token: await tokenOf(server, caller), people: await peopleOf(client, place.id) };
    const rows = [
      await compare('grant and revoke a seat of another license type', rounds, (name, round) =>
        grantAndRevoke(server, places[name], round, types.free),
      ),
      await compare('refused grant of the license type: no seat is free', rounds, (name, round) =>
        refusedGrant(server, places[name], round),
      ),
    ];
    const heading = ['request', 'nobody waits', `${waiting.toLocaleString('en')} wait`, 'ratio'];
    return [heading, heading.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n');
  } finally {
    await client.end();
    await server?.end();
    await postgres.stop();
  }
}

/** Adds members to a tenant; the last one gets the only seat of the wanted type. */
async function addPeople(client, tenantId, count) {
  await client.query(
    `WITH people AS (
       INSERT INTO identity.users (id, email, normalized_email)
       SELECT gen_random_uuid(), email, email
       FROM generate_series(1, $2::int) i, LATERAL (SELECT i || '@' || $1::text || '.test' AS email) e RETURNING id
     )
     INSERT INTO identity.memberships (id, tenant_id, user_id) SELECT gen_random_uuid(), $1::uuid, id FROM people`,
    [tenantId, count + 1],
  );
  await client.query(
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
     SELECT gen_random_uuid(), sub.id, sub.tenant_id, sub.application_id,
            (SELECT user_id FROM identity.memberships WHERE tenant_id = $1 ORDER BY user_id DESC LIMIT 1)
     FROM identity.subscriptions sub WHERE sub.tenant_id = $1 AND sub.license_type_id = $2`,
    [tenantId, types.wanted],
  );
}

const queue = `
  INSERT INTO identity.license_requests
    (id, tenant_id, user_id, application_id, license_type_id, status, waiting_number)
  SELECT gen_random_uuid(), m.tenant_id, m.user_id, $2::uuid, $3::uuid, 'WAITING',
         nextval('identity.license_waiting_numbers')
  FROM identity.memberships m
  WHERE m.tenant_id = $1 AND NOT EXISTS (
    SELECT 1 FROM identity.seats s WHERE s.tenant_id = m.tenant_id AND s.user_id = m.user_id)
    AND m.user_id NOT IN (SELECT user_id FROM identity.memberships WHERE tenant_id = $1 ORDER BY user_id LIMIT 200)`;

const peopleOf = async (client, tenantId) =>
  (
    await client.query('SELECT user_id FROM identity.memberships WHERE tenant_id = $1 ORDER BY user_id LIMIT 200', [
      tenantId,
    ])
  ).rows.map((row) => row.user_id);

async function tokenOf(server, caller) {
  const fields = { grant_type: 'client_credentials', scope: 'licenses:read licenses:write' };
  const { body } = await postForm(server, pathsOf('identity').token, fields, caller);
  if (!body.access_token) throw new Error(JSON.stringify(body));
  return body.access_token;
}

async function grantAndRevoke(server, { token, people }, round, licenseTypeId) {
  const userId = people[round % people.length];
  const body = { userId, applicationId: application.id };
  await post(server, 'grant', token, { ...body, licenseTypeId }, 201);
  await post(server, 'revoke', token, body, 200);
}

const refusedGrant = (server, { token, people }, round) => {
  const body = { userId: people[round % people.length], applicationId: application.id, licenseTypeId: types.wanted };
  return post(server, 'grant', token, body, 400);
};

async function post(server, what, token, body, status) {
  const response = await fetch(`${server.issuer}/api/integration/licenses/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${what} returned ${response.status}: ${text}`);
}

/** In turn, each pair in the opposite order of the previous one, so that other work affects both alike. */
async function compare(title, rounds, act) {
  const times = { nobody: [], many: [] };
  for (let round = 0; round < rounds + 20; round += 1) {
    for (const name of round % 2 === 0 ? ['nobody', 'many'] : ['many', 'nobody']) {
      const started = performance.now();
      await act(name, round);
      if (round >= 20) times[name].push(performance.now() - started);
    }
  }
  const [nobody, many] = [median(times.nobody), median(times.many)];
  return [title, `${nobody.toFixed(1)} ms`, `${many.toFixed(1)} ms`, `${(many / nobody).toFixed(2)}×`];
}
