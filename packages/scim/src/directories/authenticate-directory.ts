import {
  type Caller,
  type CallerPart,
  type DeclaredCaller,
  IdentityError,
  isOfKind,
  rateLimited,
  type SentSecret,
  unauthorized,
} from '@org/identity-core';
import { createCounter, lookUp, runBatched } from '@org/identity-prisma';
import { actorOfDirectory, type CallingDirectory, type ScimServices } from '../services.js';
import { isLive } from '../standing/live-directory.js';
import { hashOfToken, tokenPrefix } from './directory-token.js';

/** A directory as the caller of a request. It is no client of the server: only the routes below `/scim/v2` know it. */
export interface DirectoryCaller extends DeclaredCaller, CallingDirectory {
  readonly kind: 'directory';
  readonly tenantId: string;
}

/** Directories as callers: by the prefix of their tokens. */
export const directoryCallers = (services: Pick<ScimServices, 'pool'>): CallerPart => ({
  kind: 'directory',
  bearer: tokenPrefix,
  authenticate: authenticateDirectory(services),
});

/** How many requests a directory can send. Entra ID sends at most 25 in a second. */
const limit = { requests: 3_000, seconds: 60 };

const findToken = lookUp(
  'directory_token',
  ['bytea'],
  `SELECT d.id AS "directoryId", d.tenant_id AS "tenantId", d.connection_id AS "connectionId",
          t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute' AS stale
   FROM identity.directory_tokens t
   JOIN identity.directories d ON d.id = t.directory_id
   JOIN identity.tenants tenant ON tenant.id = d.tenant_id AND tenant.closing_at IS NULL
   WHERE t.token_hash = $1 AND (t.expires_at IS NULL OR t.expires_at > now()) AND ${isLive}`,
);

/**
 * Finds the directory of a token by its hash, which is unique, so no time tells how much of a token was right. A token opens
 * only the URL of its own directory.
 */
function authenticateDirectory({ pool }: Pick<ScimServices, 'pool'>) {
  const counter = createCounter(pool, 'scim', limit.requests, limit.seconds);
  return async ({ secret, path }: SentSecret): Promise<DirectoryCaller> => {
    const hash = hashOfToken(secret);
    const found =
      hash && (await runBatched<CallingDirectory & { stale: boolean }>(pool, findToken, [Buffer.from(hash)]));
    if (!hash || !found || found.directoryId !== directoryOf(path)) throw noToken();
    await counter.consume(found.directoryId).catch((refused: unknown) => {
      if (refused instanceof Error) throw refused;
      const { msBeforeNext = 1_000 } = refused as { msBeforeNext?: number };
      throw rateLimited(msBeforeNext / 1000);
    });
    if (found.stale)
      await pool.query('UPDATE identity.directory_tokens SET last_used_at = now() WHERE token_hash = $1', [
        Buffer.from(hash),
      ]);
    const { directoryId, tenantId, connectionId } = found;
    return {
      kind: 'directory',
      id: directoryId,
      scopes: ['directories:read', 'directories:write'],
      actor: actorOfDirectory(found),
      directoryId,
      tenantId,
      connectionId,
    };
  };
}

/** Allows directories only. */
export function directoryOnly(caller: Caller | undefined): DirectoryCaller {
  if (!caller) throw noToken();
  if (!isOfKind(caller, 'directory')) throw new IdentityError('FORBIDDEN', 'This is for directories only.');
  return caller;
}

const noToken = () => unauthorized('Send the token of this directory as "Authorization: Bearer <token>".');

/** The directory in the path, in lower case as the database writes it. */
const directoryOf = (path: string) => path.split('/', 4)[3]?.toLowerCase();
