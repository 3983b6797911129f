/** What the tests of this package publish. */
declare module '@org/identity-core' {
  interface EventTypes {
    'member.added': true;
    'member.removed': true;
    'tenant.updated': true;
    'tenant.created': true;
    'tenant.deleted': true;
    'password.changed': true;
    'seat.granted': true;
  }
  interface ErrorCodes {
    LAST_OWNER: 409;
  }
}

export {};
