/** The URIs of a connection that its provider has to know. */
export function urisOf(issuer: string, connectionId: string) {
  const base = `${issuer}/sso/c/${connectionId}`;
  return {
    redirectUri: `${base}/callback`,
    /** Starts a sign-in (OpenID Connect Core, section 4), such as from a tile on a page of the provider. */
    initiateLoginUri: `${base}/start`,
    /** Where the browser comes back to after it was signed out at the provider. */
    postLogoutRedirectUri: `${base}/signed-out`,
  };
}
