/** The paths of the contenders: ours by contract, those of oidc-provider by its defaults. */
export function pathsOf(name) {
  if (name.startsWith('identity')) {
    return {
      token: '/api/oauth/token',
      userinfo: '/api/oauth/userinfo',
      introspection: '/api/oauth/introspect',
      jwks: '/api/oauth/jwks',
    };
  }
  if (name === 'B') {
    const base = '/api/auth/oauth2';
    return { token: `${base}/token`, userinfo: `${base}/userinfo`, introspection: `${base}/introspect` };
  }
  if (name === 'G') return { token: '/api/oidc/token' };
  if (name === 'K') return { jwks: '/api/oauth/jwks' };
  return { token: '/token', userinfo: '/me', introspection: '/token/introspection', jwks: '/jwks' };
}
