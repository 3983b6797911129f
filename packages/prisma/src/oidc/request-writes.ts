import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { run, sqlState, statement } from '../fast-path/statement.js';
import { hashId } from '../ids.js';
import { errors, Provider } from '../oidc-provider.js';
import { usesOfGrant } from './client-uses.js';
import { refuseReplay } from './refuse-replay.js';

/** The column values of a new token. */
export type NewToken = readonly [
  idHash: Buffer,
  kind: string,
  grantId: string | null,
  clientId: string | undefined,
  payload: object,
  expiresIn: number | undefined,
];

const columns = 'id_hash, kind, grant_id, client_id, payload, expires_at';
const made = (first: number) =>
  `($${first}::bytea, $${first + 1}::text, $${first + 2}::text, $${first + 3}::text, $${first + 4}::jsonb,
    now() + make_interval(secs => $${first + 5}))`;

// One statement consumes the code or refresh token and writes the new tokens. If two requests use one value at the same
// time, the second waits for the row, finds it consumed and writes nothing. Neither step ever happens without the other.
const exchangeOf = (count: number, name: string, uses: string) =>
  statement(
    `token_exchange_${name}${count}`,
    `WITH used AS (
       UPDATE identity.oidc_tokens SET consumed_at = now()
       WHERE id_hash = $1 AND kind = $2 AND consumed_at IS NULL RETURNING 1
     )${uses}
     INSERT INTO identity.oidc_tokens (${columns})
     SELECT made.* FROM used, (VALUES ${Array.from({ length: count }, (_, index) => made(3 + index * 6)).join(', ')}) made`,
  );
const exchanges = {
  ofThirdParty: [1, 2].map((count) => exchangeOf(count, 'noted_', usesOfGrant('$5'))),
  ofFirstParty: [1, 2].map((count) => exchangeOf(count, '', '')),
};

// The same for a refresh token whose response is stored: see `finishExchange`.
const exchangeKeptOf = (name: string, uses: string) =>
  statement(
    `token_exchange_${name}kept`,
    `WITH used AS (
     UPDATE identity.oidc_tokens SET consumed_at = now()
     WHERE id_hash = $1 AND kind = $2 AND consumed_at IS NULL RETURNING 1
   )${uses}, kept AS (
     INSERT INTO identity.refresh_answers (id_hash, sealed, expires_at)
     SELECT $1, $3, now() + make_interval(secs => $4) FROM used
   )
   INSERT INTO identity.oidc_tokens (${columns})
   SELECT made.* FROM used, (VALUES ${made(5)}, ${made(11)}) made`,
  );
const exchangeKept = {
  ofThirdParty: exchangeKeptOf('noted_', usesOfGrant('$7')),
  ofFirstParty: exchangeKeptOf('', ''),
};

/** Only the uses of third-party clients are noted. The client is known: it has sent the code or refresh token. */
function party(): 'ofFirstParty' | 'ofThirdParty' {
  // oidc-provider copies our metadata to the client. Its types do not include it.
  const client = Provider.ctx?.oidc?.client as { identity_first_party?: unknown } | undefined;
  return client?.identity_first_party === true ? 'ofFirstParty' : 'ofThirdParty';
}

interface Exchange {
  readonly idHash: Buffer;
  readonly kind: string;
  readonly tokens: NewToken[];
}
const open = new WeakMap<object, Exchange>();
const held = new WeakSet<object>();

/**
 * Begins an exchange: the token endpoint consumes a code or refresh token in the statement that writes the new tokens. This
 * only records the value; saving the access token, which always follows, writes everything. Returns false at other endpoints.
 */
export function beginExchange(idHash: Buffer, kind: string): boolean {
  const { ctx } = Provider;
  if (ctx?.oidc?.route !== 'token') return false;
  open.set(ctx, { idHash, kind, tokens: [] });
  return true;
}

/** Adds a new token to the open exchange of this request. Returns false if there is none. */
export async function addToExchange(pool: Pool, token: NewToken): Promise<boolean> {
  const { ctx } = Provider;
  const exchange = ctx && open.get(ctx);
  if (!exchange) return false;
  exchange.tokens.push(token);
  // oidc-provider saves the rotated refresh token first, and does not respond before the access token is saved.
  if (token[1] !== 'AccessToken' || held.has(ctx)) return true;
  open.delete(ctx);
  await write(pool, exchange);
  return true;
}

/** Delays the write of a request's exchange until `finishExchange` or `writeExchange`. */
export function holdExchange(ctx: object): void {
  held.add(ctx);
}

/**
 * Consumes the refresh token of a held exchange, and writes the new tokens and the stored response, in one statement. If
 * another request was faster, `repeatResponse` may send the response that it stored.
 */
export async function finishExchange(
  pool: Pool,
  ctx: object,
  response: { sealed: Uint8Array; seconds: number },
  repeatResponse: () => Promise<boolean>,
): Promise<void> {
  const exchange = open.get(ctx);
  if (exchange?.tokens.length !== 2) throw new Error('A refresh makes exactly two tokens.');
  open.delete(ctx);
  const { idHash, kind, tokens } = exchange;
  const values = [idHash, kind, response.sealed, response.seconds, ...tokens.flat()];
  const { count } = await run(pool, exchangeKept[party()], values).catch(refuseWithoutGrant);
  if (count === 0 && !(await repeatResponse())) await refuseReplay(pool, 'oidc_tokens', [idHash, kind]);
}

/** Writes a held exchange: consumes the code, and writes the access token and the refresh token, in one statement. */
export async function writeExchange(pool: Pool, ctx: object): Promise<void> {
  const exchange = open.get(ctx);
  open.delete(ctx);
  if (exchange) await write(pool, exchange);
}

async function write(pool: Pool, { idHash, kind, tokens }: Exchange): Promise<void> {
  const exchange = exchanges[party()][tokens.length - 1];
  if (!exchange) throw new Error(`A ${kind} cannot be exchanged for ${tokens.length} tokens.`);
  const { count } = await run(pool, exchange, [idHash, kind, ...tokens.flat()]).catch(refuseWithoutGrant);
  if (count === 0) await refuseReplay(pool, 'oidc_tokens', [idHash, kind]);
}

/** Turns a foreign key violation (23503) into InvalidGrant: the grant was deleted while the token was being created. */
export function refuseWithoutGrant(error: unknown): never {
  if (sqlState(error) === '23503') throw new errors.InvalidGrant('grant not found');
  throw error;
}

/** Refuses a token that was used before: revokes its grant and notifies listeners. */
export function refuseUsedToken(pool: Pool, id: string, kind: string): Promise<never> {
  return refuseReplay(pool, 'oidc_tokens', [hashId(id), kind]);
}

/** Whether a request has an exchange that was not written. Its response must not be sent. */
export function hasOpenExchange(ctx: KoaContextWithOIDC): boolean {
  return open.has(ctx);
}
