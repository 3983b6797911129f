import { type DeclaredCaller, declareLists } from '../../src/index.js';

/** A caller of a kind that a plugin brings. */
export interface PartnerKey extends DeclaredCaller {
  readonly kind: 'partner_key';
}

declareLists({ errors: { LICENSE_NOT_FOUND: 404 } });

/** What the tests of this package use. */
declare module '../../src/errors/error-codes.js' {
  interface ErrorCodes {
    LICENSE_NOT_FOUND: 404;
  }
}
declare module '../../src/callers/caller.js' {
  interface CallerKinds {
    partner_key: PartnerKey;
  }
}
declare module '../../src/callers/api-scopes.js' {
  interface ApiScopes {
    'account:read': true;
    'account:write': true;
    'tenants:read': true;
    'tenants:write': true;
  }
}
