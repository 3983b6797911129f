import { newOneTimeSecret, rateLimited, type UserPrincipal, validationFailed } from '@org/identity-core';
import { countWithin, type Database, inTransaction, requireFreshSignIn } from '@org/identity-prisma';
import { createAttempt } from './attempts.js';
import type { Upstreams } from './upstreams.js';

const hour = 60 * 60;
/** How often one user can begin to link an account: each may become a request to the provider. */
export const maxLinksPerHour = 100;

interface LinkServices {
  db: Database;
  issuer: string;
  upstreams: Upstreams;
}
type LinkCaller = Pick<UserPrincipal, 'userId' | 'sessionUid'>;

export interface LinkRequest {
  principal: UserPrincipal;
  provider: string;
  returnTo?: string | undefined;
}

/** Starts to link an account of an upstream provider; the URL continues in the browser in which the user is signed in. */
export async function requestLink(
  { db, issuer, upstreams }: LinkServices,
  { principal, provider, returnTo }: LinkRequest,
): Promise<{ url: string }> {
  if (returnTo !== undefined && !(await isOriginOf(db, principal.clientId, returnTo)))
    throw invalid('returnTo', 'must have an origin that is registered for the client');
  return beginLink({ db, issuer, upstreams }, { principal, provider, returnTo });
}

/** The same for our own pages, which choose `returnTo` themselves. */
export async function beginLink(
  { db, issuer, upstreams }: LinkServices,
  { principal, provider, returnTo }: { principal: LinkCaller; provider: string; returnTo?: string | undefined },
): Promise<{ url: string }> {
  await requireFreshSignIn(db, principal);
  if (!upstreams.has(provider))
    throw invalid('provider', `must be one of ${[...upstreams.keys()].join(', ') || 'none'}`);
  const limit = { key: `sso_links_by:${principal.userId}`, max: maxLinksPerHour, seconds: hour };
  const wait = await inTransaction(db, (tx) => countWithin(tx, [limit]));
  if (wait !== undefined) throw rateLimited(wait);
  const { secret, secretHash } = newOneTimeSecret();
  await createAttempt(db, secretHash, { provider, userId: principal.userId, returnTo: returnTo ?? null });
  return { url: `${issuer}/sso/link/${secret}` };
}

/** Whether a URL has one of the client's registered origins. */
async function isOriginOf(db: Database, clientId: string, url: string): Promise<boolean> {
  const client = await db.client.findUnique({ where: { id: clientId }, select: { origins: true, redirectUris: true } });
  const { origin } = new URL(url);
  const registered = [...(client?.origins ?? []), ...(client?.redirectUris ?? [])].map((uri) => new URL(uri).origin);
  return origin !== 'null' && registered.includes(origin);
}

const invalid = (path: string, message: string) => validationFailed([{ path, message }]);
