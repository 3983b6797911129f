import type { Fetch, Logger } from '@org/identity-core';
import type { ClientChanges, Database, EventBus } from '@org/identity-prisma';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import type { LogoutNoticeServices } from '../../background/logout-notices.js';
import type { Keys } from '../../keys/load-keys.js';
import type { SignInEvents } from '../../observe/sign-in-events.js';
import type { ServerSettings } from '../../options.js';
import type { AccessTokenSettings } from '../access-tokens.js';
import type { Resources } from '../resources.js';
import type { TokenLimiter } from '../token-limits.js';

/** The parts of the server that the patches need. */
export interface PatchParts {
  settings: ServerSettings;
  keys: Keys;
  pool: Pool;
  fetch: Fetch;
  logger: Logger;
  tokens: AccessTokenSettings;
  limiter: TokenLimiter;
  resources: Resources;
  clientChanges: ClientChanges;
  db: Database;
  events: EventBus;
  sendLogoutNotices: () => void;
  signInEvents: Pick<SignInEvents, 'started' | 'ended'>;
  /** Receives the function that sends a logout notice to one client. */
  setTellClient(tell: LogoutNoticeServices['tell']): void;
}

/** An undocumented symbol of oidc-provider that a patch replaces or relies on. */
export interface PatchedSymbol {
  /** A path from the provider (`Client.prototype.find`), or with `internal.` from its internals (`weak_cache.js`). */
  readonly path: string;
  /** A function with its number of declared parameters, a getter, a value, or only source text (`reads` in `file`). */
  readonly shape: { readonly parameters: number } | 'getter' | 'object' | 'Map' | 'source';
  /** Text that its source must contain, if we rely on it. */
  readonly reads?: string;
  /** Its file in the package of oidc-provider, or in Koa's. */
  readonly file: string;
}

/** A change to oidc-provider at run time. */
export interface Patch {
  /** The function that makes the change, and the file of that function. */
  readonly name: string;
  readonly file: string;
  readonly symbols: readonly PatchedSymbol[];
  /** What oidc-provider does, and what we do instead. */
  readonly why: string;
  apply(provider: Provider, parts: PatchParts): void;
}

/** A symbol of the model of clients. */
export const client = (path: string, parameters: number): PatchedSymbol => ({
  path: `Client.${path}`,
  shape: { parameters },
  file: 'lib/models/client.js',
});

/** A symbol that all models have. */
export const baseModel = (path: string, parameters: number): PatchedSymbol => ({
  path,
  shape: { parameters },
  file: 'lib/models/base_model.js',
});

/** A getter of Koa's request. */
export const ofRequest = (name: string): PatchedSymbol => ({
  path: `request.${name}`,
  shape: 'getter',
  file: 'koa/lib/request.js',
});
