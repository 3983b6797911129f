import type { Connections } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { domainOfEmail } from './access/email-domain.js';
import type { ConnectionServices } from './services.js';
import { explainSignIn } from './sign-in/explain-sign-in.js';
import { findRoute } from './sign-in/find-connection.js';
import { signsIn } from './sign-in/signs-in.js';
import { leaveProvider } from './started/leave-provider.js';

/** The service `connections`. The sign-in itself is a method: see `connectionMethod`. */
export function connectionsService(services: ConnectionServices): Connections<Transaction> {
  return {
    leave: (session) => leaveProvider(services, session),
    routeOf: (tx, user) => findRoute(tx, user),
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
