import { IdentityError } from '../errors/identity-error.js';

/**
 * Where a session comes from, and with it every token that was issued in it: the user's own factors (a provider of the
 * deployment counts as one), or the provider of a tenant, which acts for its tenant only.
 */
export type Origin = { readonly kind: 'own' } | { readonly kind: 'provider'; readonly tenantId: string };

export type OriginKind = Origin['kind'];

/** The origins that a route, a page, an area or a sign-in step takes. What declares none takes only the user's own. */
export type Origins = readonly OriginKind[];

export const originKinds: Origins = ['own', 'provider'];

export const ownOrigin: Origin = { kind: 'own' };

/** For what belongs to the account. This is the default. */
export const ownOnly: Origins = ['own'];
/** For what belongs to a tenant: the provider of that tenant opens it as well. */
export const ofTenant: Origins = ['own', 'provider'];

/** The origin of a session, by the tenant that is stored with it: that whose provider has signed the user in. */
export function originOfSession(via: string | null | undefined): Origin {
  return via === null || via === undefined ? ownOrigin : { kind: 'provider', tenantId: via };
}

/** An origin as a text, to compare it with one that was stored. */
export const originText = (origin: Origin): string =>
  origin.kind === 'own' ? origin.kind : `${origin.kind}:${origin.tenantId}`;

/**
 * Whether something that declares these kinds of callers and origins takes the session of a user. All routes, pages, areas and
 * steps ask this function.
 */
export function takesOrigin(
  {
    callers = ['user'],
    origins = ownOnly,
  }: { readonly callers?: readonly string[]; readonly origins?: Origins | undefined },
  origin: Origin,
): boolean {
  return callers.includes('user') && origins.includes(origin.kind);
}

/** Whether the user has signed in with factors of the account, and not the provider of a tenant. */
export const isOwnOrigin = (origin: Origin): boolean => takesOrigin({}, origin);

/** Whether a session of this origin reaches a tenant: that of a provider reaches the tenant of the provider alone. */
export function reachesTenant(origin: Origin, tenantId: string): boolean {
  return isOwnOrigin(origin) || providerOf(origin) === tenantId.toLowerCase();
}

/** The tenant whose provider has opened the session; undefined for any other session. */
export function providerOf(origin: Origin): string | undefined {
  return origin.kind === 'provider' ? origin.tenantId : undefined;
}

/** The error for what belongs to the account, in a session that the provider of a tenant has opened. */
export const signInYourself = () =>
  new IdentityError(
    'REAUTHENTICATION_REQUIRED',
    'Your organization has signed you in. To do this, sign in with your own password or passkey.',
  );

/**
 * Throws REAUTHENTICATION_REQUIRED if the session belongs to a provider: for what only the user's own session may do. With a
 * tenant, the session of its provider may do it as well.
 */
export function requireOwnOrigin(origin: Origin, { orOf }: { readonly orOf?: string | undefined } = {}): void {
  const isAllowed = orOf === undefined ? isOwnOrigin(origin) : reachesTenant(origin, orOf);
  if (!isAllowed) throw signInYourself();
}

/** Throws if a declaration names an origin that does not exist, or none at all. */
export function checkOrigins({ origins }: { readonly origins?: Origins | undefined }, what: string): void {
  if (origins === undefined) return;
  const unknown = origins.find((kind) => !originKinds.includes(kind));
  if (unknown !== undefined || origins.length === 0)
    throw new Error(`${what} takes the origin "${unknown ?? ''}". There are: ${originKinds.join(', ')}.`);
}
