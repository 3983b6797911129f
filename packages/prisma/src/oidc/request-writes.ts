import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { run, sqlState, statement } from '../fast-path/statement.js';
import { hashId } from '../hash.js';
import { errors, Provider } from '../oidc-provider.js';
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

// The same for a refresh token whose answer is kept: see `finishExchange`.
const exchangeKept = statement(
  'token_exchange_kept',
  `WITH used AS (
     UPDATE identity.oidc_tokens SET consumed_at = now()
     WHERE id_hash = $1 AND kind = $2 AND consumed_at IS NULL RETURNING 1
   ), kept AS (
     INSERT INTO identity.refresh_answers (id_hash, sealed, expires_at)
     SELECT $1, $3, now() + make_interval(secs => $4) FROM used
   )
   INSERT INTO identity.oidc_tokens (${columns})
   SELECT made.* FROM used, (VALUES ${made(5)}, ${made(11)}) made`,
);

interface Exchange {
  readonly idHash: Buffer;
  readonly kind: string;
  readonly tokens: NewToken[];
}
const open = new WeakMap<object, Exchange>();
const held = new WeakSet<object>();

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
  if (token[1] !== 'AccessToken' || held.has(ctx)) return true;
  open.delete(ctx);
  await write(pool, exchange);
  return true;
}

/** Leaves the writing of a request's exchange to `finishExchange`. */
export function holdExchange(ctx: object): void {
  held.add(ctx);
}

/**
 * Uses up the refresh token of a held exchange, and writes its new tokens and the answer that is kept for a while, in
 * one statement. When another request was first, `answerAgain` may answer with what that one kept.
 */
export async function finishExchange(
  pool: Pool,
  ctx: object,
  answer: { sealed: Uint8Array; seconds: number },
  answerAgain: () => Promise<boolean>,
): Promise<void> {
  const exchange = open.get(ctx);
  if (exchange?.tokens.length !== 2) throw new Error('A refresh makes exactly two tokens.');
  open.delete(ctx);
  const { idHash, kind, tokens } = exchange;
  const values = [idHash, kind, answer.sealed, answer.seconds, ...tokens.flat()];
  const { count } = await run(pool, exchangeKept, values).catch(refuseWithoutGrant);
  if (count === 0 && !(await answerAgain())) await refuseReplay(pool, 'oidc_tokens', [idHash, kind]);
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

/** Refuses a token that was used before: its grant is revoked, and listeners hear of it. */
export function refuseUsedToken(pool: Pool, id: string, kind: string): Promise<never> {
  return refuseReplay(pool, 'oidc_tokens', [hashId(id), kind]);
}

/** Whether a request has noted a use that was never written: its answer must not be sent. */
export function hasOpenExchange(ctx: KoaContextWithOIDC): boolean {
  return open.has(ctx);
}
