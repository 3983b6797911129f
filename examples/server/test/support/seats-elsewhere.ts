import { crm, pro } from './licensing-api.js';
import { addMember } from './tenant-api.js';
import type { TestServer } from './test-server.js';

interface Tenants {
  /** The tenant of the token: it has a license and no seats. */
  readonly tenantId: string;
  /** Another one of the same user, who has a seat there. So has a colleague. */
  readonly otherId: string;
  readonly userId: string;
}

/** Two tenants of a user with licenses of the same application. The seats are in the other one. */
export async function seatsElsewhere(server: TestServer, { tenantId, otherId, userId }: Tenants) {
  const { db } = server.identity;
  const colleague = await addMember(server, otherId, 'member');
  const subscription = { applicationId: crm, licenseTypeId: pro, quantityPurchased: 5 };
  await db.subscription.create({ data: { tenantId, ...subscription } });
  const { id: subscriptionId } = await db.subscription.create({ data: { tenantId: otherId, ...subscription } });
  for (const holder of [userId, colleague.userId])
    await db.seat.create({ data: { subscriptionId, tenantId: otherId, applicationId: crm, userId: holder } });
  /** What a call for the other tenant would change. */
  const state = async () => [
    await db.seat.findMany({ where: { tenantId: otherId }, orderBy: { id: 'asc' } }),
    await db.licenseRequest.count({ where: { tenantId: otherId } }),
    await db.event.count({ where: { tenantId: otherId } }),
  ];
  /** What a route for applications is asked, about these seats. */
  function fieldsFor(name: string): Record<string, string | number> {
    const of = { applicationId: crm };
    if (name.includes('/apps/')) return {};
    if (name.endsWith('/feature')) return { ...of, userId, featureKey: 'sso' };
    if (name.endsWith('/grant')) return { ...of, userId: colleague.userId, licenseTypeId: pro };
    if (name.endsWith('/lease')) return { ...of, days: 1 };
    if (name.endsWith('/request')) return of;
    return { ...of, userId };
  }
  return { colleague, state, fieldsFor };
}
