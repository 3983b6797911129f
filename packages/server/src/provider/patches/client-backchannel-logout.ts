import type { Client, Provider } from 'oidc-provider';
import type { LogoutNotice } from '../../background/logout-notices.js';

// What oidc-provider's clients have beyond their published types.
type TellableClient = Client & { backchannelLogout(sub: string, sid: string): Promise<void> };

/**
 * Takes OpenID Connect Back-Channel Logout out of the library's hands and returns how one client is told. The library
 * tells clients itself on its logout page alone, once, and makes the person wait for them; the token and the call stay its.
 */
export function takeOverLogoutNotices(provider: Provider): (notice: LogoutNotice) => Promise<void> {
  const prototype = provider.Client.prototype as TellableClient;
  const { backchannelLogout } = prototype;
  prototype.backchannelLogout = () => Promise.resolve();
  return async ({ clientId, accountId, sid }) => {
    const client = await provider.Client.find(clientId);
    // Its address was taken away meanwhile: it does not want to know any more.
    if (!client?.backchannelLogoutUri) return;
    await backchannelLogout.call(client, accountId, sid);
  };
}
