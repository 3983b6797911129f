import { actorOf, pageFields, type Route, Timestamp } from '@org/identity-core';
import { platformRouteOf } from '@org/identity-prisma';
import { z } from 'zod';
import { ApplicationInput, createApplication } from '../applications/create-application.js';
import { listApplications } from '../applications/list-applications.js';
import type { ClientServices } from '../clients/create-client.js';
import { Pagination, Search } from './list-schemas.js';

const NewApplication = z.object({ id: z.uuid(), name: z.string(), createdAt: Timestamp });
const ApplicationList = z.object({
  applications: z.array(
    NewApplication.extend({
      licenseTypes: z.array(z.object({ id: z.uuid(), slug: z.string(), name: z.string() })),
      clients: z.array(z.string()),
    }),
  ),
  pagination: Pagination,
});

const path = '/api/platform/applications';

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
      query: z.strictObject({ search: Search, ...pageFields }),
      reply: ApplicationList,
      handle: ({ query }) => listApplications(db, query),
    }),
    platformRoute({
      method: 'post',
      path,
      summary: 'Create an application',
      description: 'Its name must be unique.',
      body: ApplicationInput,
      reply: NewApplication,
      status: 201,
      handle: ({ principal, body }) => createApplication(services, { application: body, actor: actorOf(principal) }),
    }),
  ];
}
