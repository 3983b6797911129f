import type { AdapterFactory } from 'oidc-provider';
import type { Pool } from 'pg';
import { clientStore } from './client-store.js';
import { grantStore } from './grant-store.js';
import { recordStore } from './record-store.js';
import { sessionStore } from './session-store.js';
import { tokenStore } from './token-store.js';

const tokens = new Set(['AccessToken', 'AuthorizationCode', 'ClientCredentials', 'RefreshToken']);

/** The storage of oidc-provider on PostgreSQL: pass the result as its `adapter`. */
export function createOidcAdapter(pool: Pool): AdapterFactory {
  return (model) => {
    if (model === 'Client') return clientStore(pool);
    if (model === 'Grant') return grantStore(pool);
    if (model === 'Session') return sessionStore(pool);
    return tokens.has(model) ? tokenStore(pool, model) : recordStore(pool, model);
  };
}
