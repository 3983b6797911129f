import type { Provider } from '../oidc-provider.js';

/** Stores the session id in every code and token. Was: only for clients with back-channel logout. */
export function nameSessions(provider: Provider): void {
  provider.Client.prototype.includeSid = () => true;
}
