import { type User, UserManager } from 'oidc-client-ts';
import type { Settings } from './settings.js';

/** Call it once, when the page has loaded. */
export function createUserManager({ issuer, origin, clientId }: Pick<Settings, 'issuer' | 'origin' | 'clientId'>) {
  return new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/logged-out`,
    // With offline_access, oidc-client-ts uses a refresh token a minute before the access token expires, and no iframe.
    scope: 'openid profile email offline_access',
    automaticSilentRenew: true,
    // Name and email come from userinfo.
    loadUserInfo: true,
  });
}

export function signIn(manager: UserManager): Promise<void> {
  return manager.signinRedirect({ nonce: crypto.randomUUID() });
}

/** Returns the signed-in user, and null if there is none. Also finishes the sign-in on the callback page. */
export async function currentUser(manager: UserManager): Promise<User | null> {
  if (window.location.pathname !== '/callback') return manager.getUser();
  const user = await manager.signinCallback();
  window.history.replaceState(null, '', '/');
  return user ?? null;
}

/** Revokes the tokens, and ends the sign-in of this page and the session at the identity server. */
export async function signOut(manager: UserManager): Promise<void> {
  await manager.revokeTokens();
  await manager.signoutRedirect();
}
