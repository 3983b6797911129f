/** The path of every OAuth / OIDC endpoint. */
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

const exact = new Set<string>([...Object.values(paths), `${paths.logout}/confirm`, `${paths.logout}/success`]);
const resumed = new RegExp(`^${paths.authorization}/[\\w-]+$`, 'u');

/** Returns the route of a path for metrics and logs, without the id of a sign-in. */
export function providerRoute(path: string): string | undefined {
  if (exact.has(path)) return path;
  return resumed.test(path) ? `${paths.authorization}/:uid` : undefined;
}

/** Whether oidc-provider handles a path. The match is exact: its own router also accepts upper case and a trailing slash. */
export function isProviderPath(path: string): boolean {
  return exact.has(path) || resumed.test(path);
}
