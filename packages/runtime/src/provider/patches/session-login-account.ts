import type { TenantSession } from '../../http/session-via.js';
import { Provider } from '../oidc-provider.js';

/**
 * Stores with a session by whose connection the user has signed in. Every login replaces it: that of a step in its result
 * (`via`, `connectionId`), and one on our own pages removes it.
 */
export function bindSessions(provider: Provider): void {
  const names = provider.Session.IN_PAYLOAD;
  Object.defineProperty(provider.Session, 'IN_PAYLOAD', { get: () => [...names, 'via', 'connectionId'] });
  const { prototype } = provider.Session;
  const loginAccount = prototype.loginAccount;
  prototype.loginAccount = function loginVia(this: TenantSession, details) {
    loginAccount.call(this, details);
    const login = Provider.ctx?.oidc?.entities.Interaction?.result?.login;
    const own = login?.accountId === details.accountId ? login : undefined;
    for (const name of ['via', 'connectionId'] as const) {
      const value = own?.[name];
      if (typeof value === 'string') this[name] = value;
      else delete this[name];
    }
  };
}
