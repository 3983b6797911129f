/** What this package records and checks itself; the plugins declare it. */
declare module '@org/identity-core' {
  interface EventTypes {
    'session.ended': true;
    'user.searched': true;
  }
  interface ApiScopes {
    'tenants:read': true;
  }
}

export {};
