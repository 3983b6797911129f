import { unauthorized, verifyAccessToken } from '@org/identity-core';
import { findStoredTokenState } from '@org/identity-prisma';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../../http/paths.js';
import { type AccessTokenSettings, unmarkJwt, verification } from '../access-tokens.js';
import { Provider } from '../oidc-provider.js';

// A method of oidc-provider's token models that is missing in the published types.
interface TokenModel {
  find(value: string, options?: object): Promise<unknown>;
}

/** Finds an access token by its JWT. Was: by its stored value, which for our tokens is the `jti` of the JWT. */
export function findByJwt(provider: Provider, settings: AccessTokenSettings): void {
  const models = { user: provider.AccessToken, machine: provider.ClientCredentials };
  for (const [kind, published] of Object.entries(models)) {
    const model = published as unknown as TokenModel;
    const { find } = model;
    model.find = async function findOfKind(value, options) {
      const token = await findOnce(value, settings);
      return token?.kind === kind ? find.call(model, token.jti, options) : undefined;
    };
  }
}

interface ActiveToken {
  jti: string;
  kind: 'user' | 'machine';
}
// A property of the request: a WeakMap would make garbage collection slower.
const lookups = Symbol('lookups');
type Lookups = { [lookups]?: Map<string, Promise<ActiveToken | undefined>> };

/** oidc-provider searches the tokens of users and of machines at the same time. Both share one verification and one query. */
function findOnce(value: string, settings: AccessTokenSettings): Promise<ActiveToken | undefined> {
  const request: (KoaContextWithOIDC & Lookups) | undefined = Provider.ctx;
  if (!request) return findActive(value, settings);
  request[lookups] ??= new Map();
  const known = request[lookups];
  const pending = known.get(value) ?? findActive(value, settings);
  known.set(value, pending);
  return pending;
}

/** Uses the same query as our own APIs, so that a right that has just ended has ended here as well. */
async function findActive(value: string, settings: AccessTokenSettings): Promise<ActiveToken | undefined> {
  const token = unmarkJwt(value);
  const verified = await unlessUnauthorized(() => settings.verify(token));
  // oidc-provider checks itself whether a bound token comes with a proof.
  const ours = typeof verified === 'object' ? verified.jti : verified;
  const jti = ours ?? (await readForeignJti(token, settings));
  if (jti === undefined) return undefined;
  // Introspection returns no claims of the account.
  const withClaims = Provider.ctx?.path !== paths.introspection;
  const state = await findStoredTokenState(settings.pool, jti, { withClaims });
  const isForOthers = ours === undefined;
  return state && (state.audience !== undefined) === isForOthers ? { jti, kind: state.kind } : undefined;
}

const pathsOfAllTokens = new Set<string>([paths.introspection, paths.revocation]);

/** A token for an API of others can be introspected and revoked. Nothing else here accepts it. */
async function readForeignJti(token: string, settings: AccessTokenSettings): Promise<string | undefined> {
  if (!pathsOfAllTokens.has(Provider.ctx?.path ?? '')) return undefined;
  const ofAnyApi = { ...verification(settings), audience: undefined };
  return (await unlessUnauthorized(() => verifyAccessToken(ofAnyApi, token)))?.jti;
}

async function unlessUnauthorized<Value>(read: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isUnauthorized(error)) return undefined;
    throw error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.name === unauthorized().name;
}
