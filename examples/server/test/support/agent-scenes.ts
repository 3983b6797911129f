import { randomUUID } from 'node:crypto';
import { call } from './sign-in.js';
import { freshTenant, send, tokenOf } from './tenant-api.js';
import { addAgent, server } from './token-exchange.js';

/** A tenant with seats of an application of its own, whose rule for agents a test can change. */
export async function agentScene(quantity: number, rule: 'OWN' | 'OF_THE_PERSON' = 'OWN') {
  const { db } = server.identity;
  const tenant = await freshTenant(server);
  const application = await db.application.create({
    data: {
      name: `App ${randomUUID()}`,
      agentSeats: rule,
      licenseTypes: { create: { slug: 'pro', name: 'Pro', features: ['x'] } },
    },
    include: { licenseTypes: true },
  });
  const [applicationId, licenseTypeId] = [application.id, application.licenseTypes[0]?.id ?? ''];
  const { id: subscriptionId } = await db.subscription.create({
    data: { tenantId: tenant.id, applicationId, licenseTypeId, quantityPurchased: quantity },
  });
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  const base = `/api/tenants/${tenant.id}/agent-seats`;
  const api = (method: string, below = '', body?: unknown) =>
    send(server.issuer, method, `${base}${below}`, owner, body);
  const give = (clientId: string) => api('POST', '', { clientId, applicationId, licenseTypeId });
  const agent = async () => {
    const id = await addAgent();
    await db.client.update({ where: { id }, data: { applicationId } });
    return id;
  };
  const giveSeat = async (userId: string): Promise<void> => {
    await db.seat.create({ data: { tenantId: tenant.id, applicationId, subscriptionId, userId } });
  };
  const counted = async () =>
    (await db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } })).quantityAssigned;
  return { db, tenant, applicationId, licenseTypeId, subscriptionId, owner, base, api, give, giveSeat, agent, counted };
}

export type AgentScene = Awaited<ReturnType<typeof agentScene>>;

/** What a check says, called with a token. */
export async function checkAs(token: string, { applicationId }: Pick<AgentScene, 'applicationId'>) {
  const path = `/api/integration/licenses/check?applicationId=${applicationId}`;
  const { body } = await call(server.issuer, path, token);
  return body['reason'];
}
