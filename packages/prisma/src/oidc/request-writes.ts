import { errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { run, sqlState, statement } from '../statement.js';
import { refuseReplay } from './refuse-replay.js';

/** The columns of a token that is about to be written. */
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

// What is used up and what comes of it, in one statement: of two that use one value at once, the second waits for the
// row, finds it used and writes nothing. There is no moment in which the one has happened without the other.
const exchanges = [1, 2].map((count) =>
  statement(
    `token_exchange_${count}`,
    `WITH used AS (
       UPDATE identity.oidc_tokens SET consumed_at = now()
       WHERE id_hash = $1 AND kind = $2 AND consumed_at IS NULL RETURNING 1
     )
     INSERT INTO identity.oidc_tokens (${columns})
     SELECT made.* FROM used, (VALUES ${Array.from({ length: count }, (_, index) => made(3 + index * 6)).join(', ')}) made`,
  ),
);

interface Exchange {
  readonly idHash: Buffer;
  readonly kind: string;
  readonly tokens: NewToken[];
}
const open = new WeakMap<object, Exchange>();

/**
 * At the token endpoint a value is used up together with the writing of what it is exchanged for: this only notes it, and
 * the access token, which always follows, writes all. Returns false elsewhere.
 */
export function beginExchange(idHash: Buffer, kind: string): boolean {
  const { ctx } = Provider;
  if (ctx?.oidc?.route !== 'token') return false;
  open.set(ctx, { idHash, kind, tokens: [] });
  return true;
}

/** Takes a new token into the exchange that is open in this request; false when there is none. */
export async function addToExchange(pool: Pool, token: NewToken): Promise<boolean> {
  const { ctx } = Provider;
  const exchange = ctx && open.get(ctx);
  if (!exchange) return false;
  exchange.tokens.push(token);
  // The library saves the rotated refresh token first, and hands nothing out before the access token is saved.
  if (token[1] !== 'AccessToken') return true;
  open.delete(ctx);
  await write(pool, exchange);
  return true;
}

async function write(pool: Pool, { idHash, kind, tokens }: Exchange): Promise<void> {
  const exchange = exchanges[tokens.length - 1];
  if (!exchange) throw new Error(`A ${kind} cannot be exchanged for ${tokens.length} tokens.`);
  const { count } = await run(pool, exchange, [idHash, kind, ...tokens.flat()]).catch(refuseWithoutGrant);
  if (count === 0) await refuseReplay(pool, 'oidc_tokens', [idHash, kind]);
}

/** 23503: the grant was purged or deleted while this token was being made. */
export function refuseWithoutGrant(error: unknown): never {
  if (sqlState(error) === '23503') throw new errors.InvalidGrant('grant not found');
  throw error;
}

/** Whether a request has noted a use that was never written: its answer must not be sent. */
export function hasOpenExchange(ctx: KoaContextWithOIDC): boolean {
  return open.has(ctx);
}
