import type { AdapterFactory } from 'oidc-provider';
import type { Pool } from 'pg';
import { type ClientFeatures, clientStore } from './client-store.js';
import { grantStore } from './grant-store.js';
import { recordStore } from './record-store.js';
import { sessionStore } from './session-store.js';
import { tokenStore } from './token-store.js';

const tokens = new Set(['AccessToken', 'AuthorizationCode', 'ClientCredentials', 'RefreshToken']);

/** Creates the PostgreSQL adapter of oidc-provider. Pass the result as its `adapter` option. */
export function createOidcAdapter(pool: Pool, features: ClientFeatures = {}): AdapterFactory {
  return (model) => {
    if (model === 'Client') return clientStore(pool, features);
    if (model === 'Grant') return grantStore(pool);
    if (model === 'Session') return sessionStore(pool);
    return tokens.has(model) ? tokenStore(pool, model) : recordStore(pool, model);
  };
}
