import type { Connections } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { domainOfEmail } from './access/email-domain.js';
import type { ConnectionServices } from './services.js';
import { beginVisit, proveAccount, returnFromVisit } from './sign-in/connection-step.js';
import { explainSignIn } from './sign-in/explain-sign-in.js';
import { findRoute, hasConnection } from './sign-in/find-connection.js';
import { linkProven } from './sign-in/link-proven.js';
import { mayStay } from './sign-in/may-stay.js';
import { signsIn } from './sign-in/signs-in.js';
import { leaveProvider } from './started/leave-provider.js';
import { startVisit } from './started/start-visit.js';

/** The service `connections`, for the sign-in and for directories. */
export function connectionsService(services: ConnectionServices): Connections<Transaction> {
  return {
    mayApply: (request) => hasConnection(services, request),
    begin: (view, email) => beginVisit(services, view, email),
    start: (view) => startVisit(services, view),
    leave: (session) => leaveProvider(services, session),
    mayStay: (request, email) => mayStay(services, request, email),
    routeOf: (tx, user) => findRoute(tx, user),
    returned: (view, query) => returnFromVisit(services, view, query),
    prove: (view, form) => proveAccount(services, view, form),
    completed: (signIn) => linkProven(services, signIn),
    signsIn: (tx, users) => signsIn(tx, users),
    async ownsEmail(tx, { tenantId, email }) {
      const domain = domainOfEmail(email);
      if (domain === undefined) return false;
      return (await tx.domain.count({ where: { tenantId, domain, status: 'VERIFIED' } })) === 1;
    },
    explain: (tx, user) => explainSignIn(tx, user),
    async expect(tx, user) {
      await tx.expectedUser.createMany({ data: [user], skipDuplicates: true });
    },
  };
}
