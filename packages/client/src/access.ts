import type { IdentityClient, LicenseCheck } from './create-identity-client.js';
import { IdentityClientError } from './identity-client-error.js';
import type { LicenseMirror, MirrorQuestion } from './mirror/create-license-mirror.js';
import type { AccessToken } from './verify-access-token.js';

/** The caller of a request, with the token that it has sent. */
export type Identity = AccessToken & { readonly accessToken: string };

/** Who can tell whether a caller has a license: the service, or a mirror in memory. */
export type LicenseSource = IdentityClient | LicenseMirror;

/** Returns the caller that an `Authorization` header names. Throws if there is no valid access token. */
export async function identify(client: IdentityClient, authorization: string | undefined): Promise<Identity> {
  const [, accessToken] = /^bearer ([\w.~+/-]+=*)$/iu.exec(authorization ?? '') ?? [];
  if (!accessToken) throw new IdentityClientError('UNAUTHORIZED', 'Send an access token.', { status: 401 });
  return { ...(await client.verify(accessToken)), accessToken };
}

/** Throws if the caller has no license for the application, or its license lacks the feature. */
export async function requireLicenseOf(source: LicenseSource, identity: Identity, feature?: string): Promise<void> {
  if (identity.userId === undefined) throw forbidden('A machine has no license.');
  const { hasLicense, features, reason } = await checkWith(source, identity);
  if (!hasLicense) throw forbidden(`No license: ${reason}.`);
  if (feature !== undefined && !features.includes(feature)) throw forbidden(`The license does not include ${feature}.`);
}

async function checkWith(source: LicenseSource, identity: Identity): Promise<LicenseCheck> {
  const { userId = '', tenant, agentId, accessToken } = identity;
  if (!('checkOrAsk' in source)) return source.check({ accessToken });
  if (!tenant) throw forbidden('The token has no tenant. Licenses belong to a tenant.');
  return checkInMirror(source, { userId, tenantId: tenant.id, agentId });
}

/** Asks a mirror as its options say. It knows no agents: for one, the service is always asked. */
export async function checkInMirror(mirror: LicenseMirror, question: MirrorQuestion): Promise<LicenseCheck> {
  const mayAsk = mirror.whenStale === 'ask' || question.agentId !== undefined;
  return mayAsk ? mirror.checkOrAsk(question) : mirror.check(question);
}

function forbidden(message: string): IdentityClientError {
  return new IdentityClientError('FORBIDDEN', message, { status: 403 });
}

/** The response to a request that is refused, in the form of the service's errors. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: string; readonly message: string };
}

/** Runs a check. Returns the refusal if it fails; throws errors that are not about the caller. */
export async function refusalOf(check: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!(error instanceof IdentityClientError)) throw error;
    const { code, message, status } = error;
    // If a caller cannot be checked, the response is 503.
    const refused = status === 401 || status === 403;
    const headers = { 'cache-control': 'no-store', ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}) };
    return { status: refused ? status : 503, headers, body: { error: code, message } };
  }
}
