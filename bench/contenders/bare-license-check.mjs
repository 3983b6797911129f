import { createHash } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import Koa from 'koa';
import pg from 'pg';
import { answerRunner, openPort } from './contender.mjs';

// KP: a bare Koa route that verifies the token of our server and reads, in one prepared statement, the rows that decide
// about a license. argv: the database, and the issuer of the tokens.
const [databaseUrl, tokenIssuer] = process.argv.slice(2);
// The default of our server.
const poolSize = 10;
const { http, issuer } = await openPort();
const keys = createLocalJWKSet(await (await fetch(`${tokenIssuer}/api/oauth/jwks`)).json());
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });

const text = `SELECT u.id AS user_id, u.super_admin, g.session_uid, s.last_active_at, tenant.slug, tenant.mfa_policy, m.role,
    m.status AS membership, c.first_party, c.scopes, c.application_id, t.payload->>'scope' AS scope,
    seat.id AS seat_id, seat.assigned_at, seat.last_used_at, sub.status, sub.expires_at, sub.starts_at,
    lt.slug AS license_type, lt.name AS license_type_name, lt.features, lt.limits || sub.limits AS limits
  FROM identity.oidc_tokens t
  JOIN identity.clients c ON c.id = t.client_id
  JOIN identity.oidc_grants g ON g.id = t.grant_id AND g.revoked_at IS NULL AND g.expires_at > now()
  JOIN identity.oidc_sessions s ON s.uid = g.session_uid AND s.ended_at IS NULL
  JOIN identity.users u ON u.id = g.account_id::uuid AND u.deleted_at IS NULL AND u.disabled_at IS NULL
  JOIN identity.memberships m ON m.tenant_id = g.tenant_id AND m.user_id = u.id AND m.status = 'ACTIVE'
  JOIN identity.tenants tenant ON tenant.id = m.tenant_id
  JOIN identity.applications a ON a.id = $2
  LEFT JOIN identity.seats seat ON seat.tenant_id = g.tenant_id AND seat.application_id = a.id AND seat.user_id = u.id
  LEFT JOIN identity.subscriptions sub ON sub.id = seat.subscription_id
  LEFT JOIN identity.license_types lt ON lt.id = sub.license_type_id
  WHERE t.id_hash = $1 AND t.kind = 'AccessToken' AND t.expires_at > now()`;

const sha256 = (value) => createHash('sha256').update(value).digest();
const verified = new Map();

async function verify(token) {
  const name = sha256(token).toString('base64url');
  const known = verified.get(name);
  if (known && known.exp > Date.now() / 1000) return known;
  const { payload } = await jwtVerify(token, keys, { issuer: tokenIssuer, audience: tokenIssuer, typ: 'at+jwt' });
  verified.set(name, payload);
  return payload;
}

const app = new Koa().use(async (ctx) => {
  const { jti } = await verify(ctx.get('authorization').slice('Bearer '.length));
  const { rows } = await pool.query({ name: 'license', text, values: [sha256(jti), ctx.query.applicationId] });
  const [row] = rows;
  if (!row) ctx.throw(401);
  const {
    license_type: licenseType,
    license_type_name: licenseTypeName,
    features,
    limits,
    assigned_at: assignedAt,
  } = row;
  const hasLicense = row.status === 'ACTIVE' && (row.expires_at === null || row.expires_at > new Date());
  ctx.body = { hasLicense, licenseType, licenseTypeName, features, limits, assignedAt, reason: 'LICENSED' };
});
http.on('request', app.callback());
answerRunner({ issuer, close: () => pool.end() });
