import type { Client, Provider } from 'oidc-provider';
import type { LogoutNotice } from '../../background/logout-notices.js';

// A method of oidc-provider's clients that is missing in the published types.
type TellableClient = Client & { backchannelLogout(sub: string, sid: string): Promise<void> };

/**
 * Replaces the Back-Channel Logout of oidc-provider and returns a function that sends the notice to one client. oidc-provider
 * sends notices only from its logout page, only once, and while the user waits. It still creates the token and the request.
 */
export function takeOverLogoutNotices(provider: Provider): (notice: LogoutNotice) => Promise<void> {
  const prototype = provider.Client.prototype as TellableClient;
  const { backchannelLogout } = prototype;
  prototype.backchannelLogout = () => Promise.resolve();
  return async ({ clientId, accountId, sid }) => {
    const client = await provider.Client.find(clientId);
    // The client, or its logout URL, was removed meanwhile.
    if (!client?.backchannelLogoutUri) return;
    await backchannelLogout.call(client, accountId, sid);
  };
}
