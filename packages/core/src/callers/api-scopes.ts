/**
 * Every API scope. A plugin adds its own: `declare module '@org/identity-core' { interface ApiScopes { 'plans:read': true } }`,
 * and names them in its declarations.
 */
export interface ApiScopes {
  'platform:read': true;
  'platform:write': true;
  'events:read': true;
  'events:write': true;
}

export type ApiScope = keyof ApiScopes;
