import type { AdapterFactory } from 'oidc-provider';
import type { Pool } from 'pg';
import type { AdapterFeatures } from './adapter-features.js';
import { clientStore } from './client-store.js';
import { deviceCodeStore } from './device-code-store.js';
import { grantStore } from './grant-store.js';
import { recordStore } from './record-store.js';
import { sessionStore } from './session-store.js';
import { tokenStore } from './token-store.js';

const tokens = new Set(['AccessToken', 'AuthorizationCode', 'ClientCredentials', 'RefreshToken']);

/** Creates the PostgreSQL adapter of oidc-provider. Pass the result as its `adapter` option. */
export function createOidcAdapter(pool: Pool, features: AdapterFeatures = {}): AdapterFactory {
  return (model) => {
    if (model === 'Client') return clientStore(pool, features);
    if (model === 'DeviceCode' && features.deviceFlow) return deviceCodeStore(pool);
    if (model === 'Grant') return grantStore(pool);
    if (model === 'Session') return sessionStore(pool);
    return tokens.has(model) ? tokenStore(pool, model) : recordStore(pool, model);
  };
}
