import { randomUUID } from 'node:crypto';
import type { TestServer } from './test-server.js';

/** Adds a client that may act for users, without a secret. */
export async function plantAgent({ identity: { db } }: TestServer): Promise<string> {
  const id = `agent-${randomUUID()}`;
  await db.client.create({ data: { id, name: 'Agent', type: 'CONFIDENTIAL', firstParty: true, tokenExchange: true } });
  return id;
}

interface SeatIds {
  tenantId: string;
  applicationId: string;
  subscriptionId: string;
}

/** Gives a new agent a seat. */
export async function plantAgentSeat(
  server: TestServer,
  { tenantId, applicationId, subscriptionId }: SeatIds,
): Promise<string> {
  const clientId = await plantAgent(server);
  const data = { tenantId, applicationId, subscriptionId, clientId };
  return (await server.identity.db.agentSeat.create({ data })).id;
}
