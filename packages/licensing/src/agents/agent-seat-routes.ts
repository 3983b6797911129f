import { anyToken, Done, ofTenant, type Route, route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import * as schemas from './agent-seat-schemas.js';
import { grantAgentSeat } from './grant-agent-seat.js';
import { listAgentSeats } from './list-agent-seats.js';
import { revokeAgentSeat } from './revoke-agent-seat.js';

const base = '/api/tenants/:id/agent-seats';

/** The routes of the seats that agents hold. */
export function agentSeatRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: base,
      summary: 'The seats of agents in a tenant',
      description:
        'For admins, owners and super admins. The newest seats come first. `ended=true`: also those that agents no longer hold.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'licenses:read',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.AgentSeatsParams,
      query: schemas.AgentSeatsQuery,
      reply: schemas.AgentSeatList,
      handle: ({ principal, params, query }) => listAgentSeats(host.db, { tenantId: params.id, principal, ...query }),
    }),
    route({
      method: 'post',
      path: base,
      summary: 'Assign a seat of a license to an agent',
      description:
        'For admins, owners and super admins, not for agents. An agent is a client with tokenExchange. Its seat counts like that of a member.',
      errors: [
        'SECOND_FACTOR_REQUIRED',
        'TENANT_NOT_FOUND',
        'INVALID_APPLICATION_ID',
        'INVALID_LICENSE_TYPE',
        'AGENT_NOT_FOUND',
        'ALREADY_LICENSED',
        'NO_SEATS_AVAILABLE',
      ],
      scope: 'licenses:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.AgentSeatsParams,
      body: schemas.GrantAgentSeatBody,
      reply: schemas.AgentSeatDetails,
      status: 201,
      handle: ({ principal, params, body }) => grantAgentSeat(host, { tenantId: params.id, principal, ...body }),
    }),
    route({
      method: 'delete',
      path: `${base}/:agentSeatId`,
      summary: 'Take the seat of an agent back',
      description:
        'For admins, owners and super admins, not for agents. The seat is free at once; the first who waits gets it.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'AGENT_SEAT_NOT_FOUND'],
      scope: 'licenses:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.AgentSeatParams,
      reply: Done,
      handle: ({ principal, params }) =>
        revokeAgentSeat(host, { tenantId: params.id, principal, agentSeatId: params.agentSeatId }),
    }),
  ];
}
