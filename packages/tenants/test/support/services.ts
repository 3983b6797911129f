import {
  countWithin,
  createEventBus,
  type Database,
  type IdentityPluginHost,
  revokeTenantGrants,
} from '@org/identity-prisma';
import { noMailLimits } from '@org/identity-testing';
import { testAccounts } from './accounts.js';
import '../../src/declared-lists.js';

declare module '@org/identity-core' {
  interface EventTypes {
    'client.deleted': true;
  }
}

type Services = Pick<
  IdentityPluginHost,
  'db' | 'events' | 'accounts' | 'issuer' | 'brand' | 'sendMail' | 'mailLimits' | 'mail' | 'services'
>;

const events = createEventBus();
events.subscribe(
  (['member.suspended', 'member.removed'] as const).map((on) => ({
    on,
    handle: (tx, { tenantId, subjectId }) =>
      revokeTenantGrants(tx, { tenantId: tenantId ?? '', accountId: subjectId ?? '' }),
  })),
);

/** The services of the use-cases, with the same statements as in the server. */
export function testServices(db: Database): Services {
  return {
    db,
    events,
    accounts: testAccounts,
    services: {},
    issuer: 'http://localhost:3000',
    brand: { productName: 'Test' },
    sendMail: () => {},
    // As in the server: one statement for any number of limits.
    mailLimits: {
      max: noMailLimits,
      count: async (tx, { recipient }) => {
        const limits = [recipient, 'sender', 'tenant'].map((key) => ({ key, max: 1_000, seconds: 60 }));
        await countWithin(tx, limits);
      },
    },
    mail: {
      add: async (tx) => {
        await tx.outgoingMail.create({ data: { encryptedMessage: new Uint8Array(8) } });
      },
    },
  };
}
