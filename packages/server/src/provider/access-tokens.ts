import { type Logger, type TokenVerification, unauthorized, type VerifyToken } from '@org/identity-core';
import { expectMachineToken, findStoredTokenState } from '@org/identity-prisma';
import { errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { paths } from '../http/paths.js';
import type { KeyAlgorithm } from '../keys/companion-key.js';
import type { Keys } from '../keys/load-keys.js';
import { signAccessToken } from './sign-access-token.js';

export interface AccessTokenSettings {
  issuer: string;
  audience: string;
  keys: Keys;
  /** What new access tokens are signed with. */
  algorithm: KeyAlgorithm;
  /** The one memory of verified tokens, shared with the bearer guard. */
  verify: VerifyToken;
  pool: Pool;
  logger: Logger;
}

interface StoredToken {
  jti: string;
  iat: number;
  exp: number;
  clientId: string;
  accountId?: string;
  scope?: string;
  sid?: string;
  extra?: Record<string, unknown>;
}

// What oidc-provider's token models have beyond their published types.
interface TokenModel {
  prototype: {
    expiration: number;
    getValueAndPayload(): Promise<{ value: string; payload: StoredToken }>;
    scope?: string;
    client?: { scope?: string };
  };
  find(value: string, options?: object): Promise<unknown>;
}

/** Marks a JWT that has to pass the library's check for "structured tokens" (see `acceptOwnJwts`): no JWT has four parts. */
const marker = 'jwt.';

/**
 * Gives stored access tokens the form of a JWT. The library's own JWT format is not stored, so it
 * could neither be revoked nor introspected, and userinfo would refuse it.
 */
export function issueJwtAccessTokens(provider: Provider, settings: AccessTokenSettings): void {
  const models = [provider.AccessToken, provider.ClientCredentials] as unknown as TokenModel[];
  for (const model of models) {
    const { getValueAndPayload } = model.prototype;
    model.prototype.getValueAndPayload = async function signedValue() {
      if (model === models[1]) checkMachineScope(this);
      const { payload } = await getValueAndPayload.call(this);
      // The claims may have shortened its life after the library had set the end.
      payload.exp = Math.min(payload.exp, payload.iat + this.expiration);
      const value = model === models[1] ? await signMachines(payload, settings) : await sign(payload, settings);
      return { value, payload };
    };
    const { find } = model;
    model.find = async function findByJwt(value, options) {
      const living = await lookOnce(value, settings);
      const kind = model === models[1] ? 'machine' : 'user';
      return living?.kind === kind ? find.call(model, living.jti, options) : undefined;
    };
  }
}

/** Names the session in every code and token; the library does so only for clients with back-channel logout. */
export function nameSessions(provider: Provider): void {
  provider.Client.prototype.includeSid = () => true;
}

/** Lets our JWTs pass where the library refuses structured tokens: at introspection and revocation. */
export function acceptOwnJwts(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const { entity } = prototype;
  const routes = new Set(['introspection', 'revocation']);
  prototype.entity = function acceptJwt(key: string, value: unknown) {
    entity.call(this, key, value);
    const token = this.params?.['token'];
    if (key !== 'Client' || !routes.has(this.route) || typeof token !== 'string' || !this.params) return;
    // The client is authenticated, the token not looked at yet.
    const isJwt = token.split('.').length === 3;
    if (isJwt) this.params['token'] = marker + token;
    // A JWT is an access token, anything else a refresh token: one look-up instead of three.
    // One that came twice stays as it is: the library is about to refuse it.
    if (!Array.isArray(this.params['token_type_hint'])) {
      this.params['token_type_hint'] = isJwt ? 'access_token' : 'refresh_token';
    }
  };
}

async function sign(token: StoredToken, { issuer, audience, keys, algorithm }: AccessTokenSettings): Promise<string> {
  const key = keys.signing.find((candidate) => candidate.algorithm === algorithm);
  if (!key) throw new Error(`There is no key for ${algorithm}.`);
  const { extra, jti, iat, exp, clientId, accountId, scope, sid } = token;
  const claims = { ...extra, client_id: clientId, ...(scope ? { scope } : {}), ...(sid ? { sid } : {}) };
  const standard = { iss: issuer, aud: audience, sub: accountId ?? clientId, jti, iat, exp };
  return signAccessToken({ ...claims, ...standard }, key);
}

/** Whoever is signed meanwhile is stored together. */
async function signMachines(token: StoredToken, settings: AccessTokenSettings): Promise<string> {
  const signed = expectMachineToken(settings.pool);
  try {
    return await sign(token, settings);
  } finally {
    signed();
  }
}

interface LivingToken {
  jti: string;
  kind: 'user' | 'machine';
}
// On the request itself: a WeakMap would cost every request its share of the garbage collection.
const looks = Symbol('looks');
type Looks = { [looks]?: Map<string, Promise<LivingToken | undefined>> };

/** The library looks for a token among people's and machines' at once: one verification and one look serve both. */
function lookOnce(value: string, settings: AccessTokenSettings): Promise<LivingToken | undefined> {
  const request: (KoaContextWithOIDC & Looks) | undefined = Provider.ctx;
  if (!request) return look(value, settings);
  request[looks] ??= new Map();
  const known = request[looks];
  const pending = known.get(value) ?? look(value, settings);
  known.set(value, pending);
  return pending;
}

/** The same look as our own APIs take: a right that ended a moment ago ends here, too. */
async function look(value: string, settings: AccessTokenSettings): Promise<LivingToken | undefined> {
  const jti = await readJti(value, settings);
  // Introspection hands out no claims of the account.
  const withClaims = Provider.ctx?.path !== paths.introspection;
  const state = jti === undefined ? undefined : await findStoredTokenState(settings.pool, jti, { withClaims });
  return jti !== undefined && state ? { jti, kind: state.kind } : undefined;
}

async function readJti(value: string, settings: AccessTokenSettings): Promise<string | undefined> {
  const token = value.startsWith(marker) ? value.slice(marker.length) : value;
  try {
    return await settings.verify(token);
  } catch (error) {
    if (isUnauthorized(error)) return undefined;
    throw error;
  }
}

/** How our access tokens are verified, here and by the bearer guard. */
export function verification({
  issuer,
  audience,
  keys,
  algorithm,
}: Pick<AccessTokenSettings, 'issuer' | 'audience' | 'keys' | 'algorithm'>): TokenVerification {
  return {
    issuer,
    audience,
    // Those made before another algorithm was chosen live on until they expire.
    algorithms: [...new Set(['RS256', algorithm])],
    findKey: (kid: string) => keys.signing.find((key) => key.kid === kid)?.publicKey,
  };
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.name === unauthorized().name;
}

/** A machine gets what it asks for of what it was given, and all of it when it asks for nothing. */
function checkMachineScope(token: { scope?: string; client?: { scope?: string } }): void {
  const given = token.client?.scope ?? '';
  // The body, since the library has silently dropped the scopes that it does not know.
  const requested = Provider.ctx?.oidc.body?.['scope'];
  if (typeof requested !== 'string' || requested === '') {
    if (given) token.scope = given;
    return;
  }
  const missing = requested.split(' ').filter((scope) => !given.split(' ').includes(scope));
  if (missing.length > 0) throw new errors.InvalidScope('requested scope is not allowed', missing.join(' '));
}
