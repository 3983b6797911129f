import type { SignInMethod } from '@org/identity-core';
import type { ConnectionServices } from './services.js';
import { beginVisit, proveAccount, returnFromVisit } from './sign-in/connection-step.js';
import { hasConnection } from './sign-in/find-connection.js';
import { linkProven } from './sign-in/link-proven.js';
import { mayStay } from './sign-in/may-stay.js';
import { startVisit } from './started/start-visit.js';

/** The identity providers of tenants: the email leads there, or their tile. */
export function connectionMethod(services: ConnectionServices): SignInMethod {
  return {
    name: 'connection',
    order: 200,
    fields: ['connection'],
    amr: ['fed', 'pwd', 'mfa'],
    ofTenant: true,
    begin: (view) => startVisit(services, view),
    emails: {
      mayApply: (request) => hasConnection(services, request),
      begin: (view, email) => beginVisit(services, view, email),
      mayStay: (request, email) => mayStay(services, request, email),
    },
    submit: (view, form) => proveAccount(services, view, form),
    returned: (view, query) => returnFromVisit(services, view, query),
    async completed(signIn) {
      await linkProven(services, signIn);
      return undefined;
    },
  };
}
