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

const exact = new Set<string>([...Object.values(paths), `${paths.logout}/confirm`, `${paths.logout}/success`]);
const resumed = new RegExp(`^${paths.authorization}/[\\w-]+$`, 'u');

/** The path without what names one sign-in: what is counted and logged by. */
export function providerRoute(path: string): string | undefined {
  if (exact.has(path)) return path;
  return resumed.test(path) ? `${paths.authorization}/:uid` : undefined;
}

/** Whether oidc-provider answers a path. To the letter: its own router also takes other cases and a slash at the end. */
export function isProviderPath(path: string): boolean {
  return exact.has(path) || resumed.test(path);
}
