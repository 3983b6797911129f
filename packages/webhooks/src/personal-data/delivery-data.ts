import type { PersonalData } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** What receivers of webhooks have answered to events about a user. They may repeat what they got. */
export function deliveryData(): PersonalData<Transaction> {
  return {
    models: [],
    // The events themselves are in the section of events. What others have answered is not data that we have about the user.
    collect: () => Promise.resolve([]),
    async erase(tx, userId) {
      await tx.$executeRaw`
        UPDATE identity.webhook_deliveries delivery SET response_body = NULL, last_error = NULL
        FROM (SELECT id, tenant_id FROM identity.events WHERE actor_id = ${userId}
              UNION SELECT id, tenant_id FROM identity.events WHERE subject_id = ${userId}) event
        JOIN identity.webhooks webhook ON webhook.tenant_id = event.tenant_id OR webhook.tenant_id IS NULL
        WHERE delivery.webhook_id = webhook.id AND delivery.event_id = event.id`;
    },
  };
}
