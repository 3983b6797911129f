/** Every path of the OAuth / OIDC surface. */
export const paths = {
  discovery: '/.well-known/openid-configuration',
  metadata: '/.well-known/oauth-authorization-server',
  authorization: '/oauth/authorize',
  token: '/api/oauth/token',
  userinfo: '/api/oauth/userinfo',
  jwks: '/api/oauth/jwks',
  logout: '/api/oauth/logout',
  revocation: '/api/oauth/revoke',
  introspection: '/api/oauth/introspect',
} as const;

/** Whether oidc-provider answers a path. */
export function isProviderPath(path: string): boolean {
  const known: readonly string[] = Object.values(paths);
  return known.includes(path) || path.startsWith(`${paths.authorization}/`) || path.startsWith(`${paths.logout}/`);
}
