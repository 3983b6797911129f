import { keepForRequest, takeForRequest } from './request-memory.js';

/**
 * SQL for whether a client is an agent in a tenant, although it does not exchange tokens: an operator, the client itself or the
 * tenant says so. Its tokens count as an agent's.
 */
export const isMarkedAgent = (client: string, tenant: string) =>
  `(EXISTS (SELECT FROM identity.agent_clients mark WHERE mark.client_id = ${client})
     OR EXISTS (SELECT FROM identity.tenant_applications marked
       WHERE marked.tenant_id = ${tenant} AND marked.client_id = ${client} AND marked.agent))`;

/** The same for the client of a grant with this alias. */
export const isAgentOfGrant = (grant: string) => isMarkedAgent(`${grant}.client_id`, `${grant}.tenant_id`);

const kind = 'marked-agent';

/** Keeps whether the client of a grant is an agent. */
export function keepMarkedAgent(grantId: string, isAgent: boolean): void {
  if (isAgent) keepForRequest(kind, grantId, true);
}

/** Whether the client of a grant is an agent, if this request has read the grant. */
export function takeMarkedAgent(grantId: string): boolean {
  return takeForRequest<boolean>(kind, grantId) === true;
}
