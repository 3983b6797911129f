import { unauthorized } from '@org/identity-core';
import { findStoredTokenState } from '@org/identity-prisma';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../../http/paths.js';
import { type AccessTokenSettings, unmarkJwt } from '../access-tokens.js';
import { Provider } from '../oidc-provider.js';

// What oidc-provider's token models have beyond their published types.
interface TokenModel {
  find(value: string, options?: object): Promise<unknown>;
}

/** Finds an access token by its JWT. Was: by the value as it is stored, which for ours is the JWT's `jti`. */
export function findByJwt(provider: Provider, settings: AccessTokenSettings): void {
  const models = { user: provider.AccessToken, machine: provider.ClientCredentials };
  for (const [kind, published] of Object.entries(models)) {
    const model = published as unknown as TokenModel;
    const { find } = model;
    model.find = async function findOfKind(value, options) {
      const living = await lookOnce(value, settings);
      return living?.kind === kind ? find.call(model, living.jti, options) : undefined;
    };
  }
}

interface LivingToken {
  jti: string;
  kind: 'user' | 'machine';
}
// On the request itself: a WeakMap would cost every request its share of the garbage collection.
const looks = Symbol('looks');
type Looks = { [looks]?: Map<string, Promise<LivingToken | undefined>> };

/** oidc-provider looks for a token among users' and machines' at once: one verification and one query serve both. */
function lookOnce(value: string, settings: AccessTokenSettings): Promise<LivingToken | undefined> {
  const request: (KoaContextWithOIDC & Looks) | undefined = Provider.ctx;
  if (!request) return look(value, settings);
  request[looks] ??= new Map();
  const known = request[looks];
  const pending = known.get(value) ?? look(value, settings);
  known.set(value, pending);
  return pending;
}

/** The same query as our own APIs make: a right that has just ended ends here as well. */
async function look(value: string, settings: AccessTokenSettings): Promise<LivingToken | undefined> {
  const jti = await readJti(value, settings);
  // Introspection hands out no claims of the account.
  const withClaims = Provider.ctx?.path !== paths.introspection;
  const state = jti === undefined ? undefined : await findStoredTokenState(settings.pool, jti, { withClaims });
  return jti !== undefined && state ? { jti, kind: state.kind } : undefined;
}

async function readJti(value: string, settings: AccessTokenSettings): Promise<string | undefined> {
  try {
    return await settings.verify(unmarkJwt(value));
  } catch (error) {
    if (isUnauthorized(error)) return undefined;
    throw error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.name === unauthorized().name;
}
