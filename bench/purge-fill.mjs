import pg from 'pg';
import { fillTables } from '../packages/dev-postgres/dist/src/index.js';
import { scope, tenant, user, web } from './fixtures.mjs';

const tokensPerGrant = 100;

/** Valid tokens with the payloads that oidc-provider stores, a hundred for each grant. */
export async function fillTokens(databaseUrl, tokens) {
  await withClient(databaseUrl, async (client) => {
    const grants = Math.ceil(tokens / tokensPerGrant);
    await fillTables(client, [grantsOf(0, grants, inADay), tokensOf(0, tokens, spreadOver30Days)]);
    await client.query('VACUUM ANALYZE');
    // The server must not purge by itself, and pages that are still to be written would disturb the first phase.
    await client.query(`INSERT INTO identity.jobs (name, due_at) VALUES ('purge-expired', now() + interval '1 year')
      ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`);
    await client.query('CHECKPOINT');
  });
}

/** Adds tokens that have expired within the last hour. */
export async function addExpired(databaseUrl, { from, count }) {
  await withClient(databaseUrl, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(tokensOf(from, count, withinTheLastHour));
    await client.query('RESET session_replication_role');
    await client.query('ANALYZE identity.oidc_tokens');
    await client.query('CHECKPOINT');
  });
}

export async function withClient(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const inADay = () => "now() + interval '1 day'";
const spreadOver30Days = (count) => `now() + interval '1 day' + interval '30 days' * i / ${count}`;
const withinTheLastHour = (count) => `now() - interval '1 hour' + interval '1 hour' * i / ${count + 1}`;

const holder = `'clientId', '${web.id}', 'accountId', '${user.id}', 'sessionUid', 'bench-session'`;

const grantsOf = (from, count, expiry) => `
  INSERT INTO identity.oidc_grants (id, client_id, account_id, session_uid, tenant_id, payload, expires_at)
  SELECT 'grant-' || ${from} + i, '${web.id}', '${user.id}', 'bench-session', '${tenant.id}',
         jsonb_build_object('jti', 'grant-' || ${from} + i, 'kind', 'Grant', ${holder}), ${expiry(count)}
  FROM generate_series(0, ${count}) i`;

const tokensOf = (from, count, expiry) => `
  INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
  SELECT sha256(('token-' || ${from} + i)::bytea), (ARRAY['AccessToken', 'RefreshToken'])[1 + i % 2],
         'grant-' || i / ${tokensPerGrant}, '${web.id}',
         jsonb_build_object('kind', 'AccessToken', ${holder}, 'iat', i, 'exp', i, 'scope', '${scope}', 'sid', 'sid-' || i,
           'grantId', 'grant-' || i / ${tokensPerGrant}, 'gty', 'authorization_code'), ${expiry(count)}
  FROM generate_series(1, ${count}) i`;
