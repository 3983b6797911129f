import { bytesPerRow, growing } from './capacity-measure.mjs';

const ofUser = ['users', 'user_words', 'tenants', 'subscriptions', 'memberships', 'member_words', 'seats', 'clients'];
const copiedTo = 20_000;
const word = 'left(md5(random()::text), 21)';
const hash = String.raw`'\x' || encode(sha256(random()::text::bytea), 'hex')`;
/** The columns with another value in each row: their indexes would otherwise be smaller than in reality. */
const different = {
  oidc_sessions: { uid: word, id_hash: hash, public_id: 'gen_random_uuid()' },
  oidc_grants: { id: word, session_uid: word },
  oidc_tokens: { id_hash: hash, grant_id: word },
  oidc_records: { id_hash: hash, uid: word, grant_id: word },
  refresh_answers: { id_hash: hash },
  events: { id: 'gen_random_uuid()' },
};

/** Bytes of a user with membership, seat and a tenth of a tenant: of a database filled with so many. */
export async function bytesPerUser(client, people) {
  const tables = ofUser.map((table) => `('identity.${table}')`).join(', ');
  const { rows } = await client.query(
    `SELECT sum(pg_total_relation_size(name::regclass))::float8 AS bytes FROM (VALUES ${tables}) AS tables (name)`,
  );
  return rows[0].bytes / people;
}

/** Bytes of a row in each growing table. Few rows would mostly measure half-empty pages, so the real rows are copied. */
export async function bytesOfRows(client) {
  const bytes = {};
  await client.query('SET session_replication_role = replica');
  for (const table of growing) {
    const { rows } = await client.query(`SELECT count(*)::int AS count FROM identity.${table}`);
    // Interactions are deleted when the sign-in is done.
    if (rows[0].count === 0) continue;
    const values = Object.entries(different[table]).map(([column, value]) => `'${column}', ${value}`);
    await client.query(
      `INSERT INTO identity.${table}
       SELECT (jsonb_populate_record(real, jsonb_build_object(${values.join(', ')}))).*
       FROM identity.${table} real, generate_series(1, ${Math.ceil(copiedTo / rows[0].count)})`,
    );
    bytes[table] = await bytesPerRow(client, table);
  }
  await client.query('RESET session_replication_role');
  return bytes;
}
