/** What this package uses itself, and plugins declare: `users()` the scopes, `webhooks()` the events. */
declare module '@org/identity-core' {
  interface EventTypes {
    'session.started': true;
    'sign_in.failed': true;
  }
  interface ApiScopes {
    'account:read': true;
    'account:write': true;
  }
}

export {};
