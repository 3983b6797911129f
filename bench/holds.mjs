import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { newTokens, postForm } from './exchange-codes.mjs';
import { comparisonSeed, machine, tenant } from './fixtures.mjs';
import { fillTenant, ids } from './holds-fill.mjs';
import { pathsOf } from './paths.mjs';
import { startContender } from './start-contender.mjs';

const seller = { id: 'bench-seller', secret: machine.secret };
const holdsSeed = {
  ...comparisonSeed,
  clients: [
    ...comparisonSeed.clients,
    { ...seller, name: 'Seller', type: 'MACHINE', scopes: ['licenses:read', 'licenses:write'] },
  ],
};

/**
 * For how long large changes hold the locks of a tenant: the longest time for which a change of the same tenant, or of the same
 * subscription, has to wait. `only` is a part of the name of a change. Returns a Markdown table.
 */
export async function measureHolds({ members = 100_000, deliveries = 1_000_000, only = '' } = {}) {
  const postgres = await startTemporaryPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  let server;
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: holdsSeed });
    await client.connect();
    await fillTenant(client, { members, deliveries });
    server = await startContender('identity', [postgres.url, 'RS256', '0', 'true', 'true']);
    // A new token for each change: the one before may take longer than a token lasts.
    const asOwner = async () => (await newTokens('identity', server, { count: 1 }))[0].access_token;
    const asSeller = async () => {
      const fields = { grant_type: 'client_credentials', scope: 'licenses:read licenses:write' };
      return (await postForm(server, pathsOf('identity').token, fields, seller)).body.access_token;
    };
    const base = `/api/tenants/${tenant.id}`;
    const subscription = `/api/licensing/tenants/${tenant.id}/subscriptions/${ids.full}`;
    const changes = [
      ['a rule for all members', 'POST', `${base}/license-rules`, ids.ruled, asOwner, ids.rule],
      ['half of the seats, released', 'PATCH', subscription, ids.full, asSeller, ids.reduce(members)],
      ['a webhook with its deliveries', 'DELETE', `${base}/webhooks/${ids.webhooks[0]}`, ids.full, asOwner],
      ['the tenant', 'DELETE', base, ids.full, asOwner],
    ];
    const lines = [];
    for (const [what, method, path, subscriptionId, tokenOf, body] of changes) {
      if (!what.includes(only)) continue;
      const token = await tokenOf();
      const probe = await startProbes(postgres.url, subscriptionId);
      const started = performance.now();
      const status = await call(server, { method, path, token, body });
      const answered = performance.now() - started;
      await settled(client);
      const whole = performance.now() - started;
      const { tenantWait, subscriptionWait } = await probe.stop();
      lines.push([what, status, ...[answered, whole, tenantWait, subscriptionWait].map(seconds)]);
      console.error(lines.at(-1).join(' | '));
    }
    const heading = ['change', 'status', 'response', 'all done', 'longest wait: tenant', '… subscription'];
    return [heading, heading.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
  } finally {
    await server?.end();
    await client.end();
    await postgres.stop();
  }
}

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;

async function call(server, { method, path, token, body }) {
  const response = await fetch(`${server.issuer}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(600_000),
  });
  const text = await response.text();
  if (!response.ok) console.error(`${method} ${path} returned ${response.status} ${text}`);
  return response.status;
}

/** Waits until the background has finished what the request has left to it. */
async function settled(client) {
  for (;;) {
    const { rowCount } = await client.query(`
      SELECT 1 FROM identity.license_rule_runs UNION ALL SELECT 1 FROM identity.deleted_webhooks
      UNION ALL SELECT 1 FROM identity.tenants WHERE closing_at IS NOT NULL LIMIT 1`);
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Locks the tenant and the subscription again and again, as small changes would, and notes the longest wait for each. */
async function startProbes(databaseUrl, subscriptionId) {
  const stopping = new AbortController();
  const probe = async (table, id) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    let longest = 0;
    while (!stopping.signal.aborted) {
      const started = performance.now();
      await client.query('BEGIN');
      await client.query(`SELECT 1 FROM identity.${table} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
      longest = Math.max(longest, performance.now() - started);
      await client.query('COMMIT');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await client.end();
    return longest;
  };
  const probes = [probe('tenants', tenant.id), probe('subscriptions', subscriptionId)];
  return {
    async stop() {
      stopping.abort();
      const [tenantWait, subscriptionWait] = await Promise.all(probes);
      return { tenantWait, subscriptionWait };
    },
  };
}
