import type { ClientChanges } from '@org/identity-prisma';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import type { LogoutNoticeServices } from '../../background/logout-notices.js';
import type { Keys } from '../../keys/load-keys.js';
import type { ServerSettings } from '../../options.js';
import type { AccessTokenSettings } from '../access-tokens.js';
import type { TokenLimiter } from '../token-limits.js';

/** What the patches need of the server. */
export interface PatchParts {
  settings: ServerSettings;
  keys: Keys;
  pool: Pool;
  tokens: AccessTokenSettings;
  limiter: TokenLimiter;
  clientChanges: ClientChanges;
  sendLogoutNotices: () => void;
  /** Takes the function that tells one client of a logout. */
  tellClientsBy(tell: LogoutNoticeServices['tell']): void;
}

/** Something of oidc-provider that a patch replaces or relies on, beyond what its documentation promises. */
export interface PatchedSymbol {
  /** From the provider (`Client.prototype.find`), or with `internal.` from what it keeps to itself (`weak_cache.js`). */
  readonly path: string;
  /** A function with its number of declared parameters, a getter, a value, or only its source (`reads` in `file`). */
  readonly shape: { readonly parameters: number } | 'getter' | 'object' | 'Map' | 'source';
  /** What its source has to contain, where that is what we rely on. */
  readonly reads?: string;
  /** Where it is in the package of oidc-provider, or in Koa's. */
  readonly file: string;
}

/** A change of oidc-provider from outside. */
export interface Patch {
  /** The function that makes it, and the file of that function. */
  readonly name: string;
  readonly file: string;
  readonly symbols: readonly PatchedSymbol[];
  /** What oidc-provider does, and why that is not enough. */
  readonly why: string;
  apply(provider: Provider, parts: PatchParts): void;
}
