import type { Pool } from 'pg';
import { keepForRequest, takeForRequest } from '../fast-path/request-memory.js';
import { run, statement } from '../fast-path/statement.js';
import { errors } from '../oidc-provider.js';
import { type NewToken, refuseWithoutGrant } from './request-writes.js';

/** The grant type of RFC 8693. oidc-provider stores it with the token as `gty`. */
export const exchangeGrantType = 'urn:ietf:params:oauth:grant-type:token-exchange';

interface Subjects {
  /** Of all tokens before the new one, the first one first. */
  readonly hashes: readonly Buffer[];
  readonly agentId: string;
  /** Whether the agent has no other token of the grant. Known after the write. */
  isFirst: boolean;
}

// Writes the token only while its subject is stored and valid: a subject that is revoked at this moment has no successor. That
// of a later revocation is refused when it is used.
const insert = statement(
  'token_exchanged',
  `INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at, subject_hashes)
   SELECT $1::bytea, $2, subject.grant_id, $4, $5::jsonb,
          least(now() + make_interval(secs => $6), subject.expires_at), $7::bytea[]
   FROM identity.oidc_tokens subject JOIN identity.oidc_grants g ON g.id = subject.grant_id
   WHERE subject.id_hash = ($7::bytea[])[cardinality($7::bytea[])] AND subject.kind = 'AccessToken'
     AND subject.grant_id = $3 AND subject.expires_at > now() AND g.revoked_at IS NULL
   RETURNING NOT EXISTS (SELECT FROM identity.oidc_tokens other
     WHERE other.grant_id = $3 AND other.client_id = $4 AND cardinality(other.subject_hashes) > 0) AS "isFirst"`,
);

const kind = 'exchange';
const id = 'subjects';

/** Names the subjects of the token that this request is about to save. */
export function beginTokenExchange(hashes: readonly Buffer[], agentId: string): Readonly<Subjects> {
  const subjects: Subjects = { hashes, agentId, isFirst: false };
  keepForRequest(kind, id, subjects);
  return subjects;
}

/** Writes a token that was exchanged, with the hashes of its subjects. */
export async function writeExchanged(pool: Pool, token: NewToken): Promise<void> {
  const subjects = takeForRequest<Subjects>(kind, id);
  if (!subjects) throw new Error('An exchanged token has no subject.');
  const { rows } = await run<{ isFirst: boolean }>(pool, insert, [...token, subjects.hashes]).catch(refuseWithoutGrant);
  const [row] = rows;
  if (!row) throw new errors.InvalidGrant('the subject token has ended');
  subjects.isFirst = row.isFirst;
}
