import { actorOf, Done, Id, Pagination, pageFields, type Route, Timestamp } from '@org/identity-core';
import { platformRouteOf } from '@org/identity-prisma';
import { z } from 'zod';
import { AgentSeats } from '../applications/agent-seats.js';
import { ApplicationInput, createApplication } from '../applications/create-application.js';
import { deleteApplication } from '../applications/delete-application.js';
import { listApplications } from '../applications/list-applications.js';
import { ApplicationChanges, updateApplication } from '../applications/update-application.js';
import type { ClientServices } from '../clients/create-client.js';
import { Search } from './list-schemas.js';

export const NewApplication = z.object({
  id: z.uuid(),
  name: z.string(),
  agentSeats: AgentSeats,
  createdAt: Timestamp,
});
export const ApplicationList = z.object({
  applications: z.array(
    NewApplication.extend({
      licenseTypes: z.array(z.object({ id: z.uuid(), slug: z.string(), name: z.string() })),
      clients: z.array(z.string()),
    }),
  ),
  pagination: Pagination,
});

export const ApplicationParams = z.object({ applicationId: Id });
export const ApplicationsQuery = z.strictObject({ search: Search, ...pageFields });

const path = '/api/platform/applications';
const one = `${path}/:applicationId`;

/** The routes of the applications, by the use-cases of the commands `applications …`. */
export function applicationRoutes(services: ClientServices): Route[] {
  const { db } = services;
  const platformRoute = platformRouteOf(db);
  return [
    platformRoute({
      method: 'get',
      path,
      summary: 'A page of the applications, by name',
      description: 'Each with its license types and the ids of its clients. `search` is a part of the name.',
      query: ApplicationsQuery,
      reply: ApplicationList,
      handle: ({ query }) => listApplications(db, query),
    }),
    platformRoute({
      method: 'post',
      path,
      summary: 'Create an application',
      description:
        'Its name must be unique. `agentSeats` says whether an agent that acts for a user needs a seat of its own: `of-the-person` (the default) or `own`.',
      body: ApplicationInput,
      reply: NewApplication,
      status: 201,
      handle: ({ principal, body }) => createApplication(services, { application: body, actor: actorOf(principal) }),
    }),
    platformRoute({
      method: 'patch',
      path: one,
      summary: 'Rename an application, or change which seat agents need',
      description:
        'Its name must be unique. A change of `agentSeats` applies from the next check on. At least one field is needed.',
      errors: ['NOT_FOUND'],
      params: ApplicationParams,
      body: ApplicationChanges,
      reply: NewApplication,
      handle: ({ principal, params, body }) =>
        updateApplication(services, { ...params, changes: body, actor: actorOf(principal) }),
    }),
    platformRoute({
      method: 'delete',
      path: one,
      summary: 'Delete an application that nothing uses',
      risky: true,
      description:
        'Its license types are deleted with it. Clients, subscriptions of any status, license rules and open requests keep it; `details` names them.',
      errors: ['NOT_FOUND', 'IN_USE'],
      params: ApplicationParams,
      reply: Done,
      handle: ({ principal, params }) => deleteApplication(services, { ...params, actor: actorOf(principal) }),
    }),
  ];
}
