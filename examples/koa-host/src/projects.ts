import {
  forbidden,
  type Guard,
  Id,
  type Route,
  route,
  Timestamp,
  type UserPrincipal,
  userOnly,
} from '@org/identity-core';
import { z } from 'zod';
import type { AppDatabase } from './database.js';

const Project = z.object({ id: Id, name: z.string(), createdBy: Id, createdAt: Timestamp });
const NewProject = z.strictObject({ name: z.string().min(1).max(100) });

type Member = UserPrincipal & { readonly tenant: NonNullable<UserPrincipal['tenant']> };

/** People who have signed in to a tenant. What it says is true now, not when the token was made. */
const member: Guard<Member> = (principal) => {
  const person = userOnly(principal);
  if (!person.tenant) throw forbidden('Projects belong to a tenant: sign in to one.');
  return { ...person, tenant: person.tenant };
};

/** The app's own endpoints, declared in the same way as those of the identity server. */
export function projectRoutes(db: AppDatabase): Route[] {
  return [
    route({
      method: 'get',
      path: '/projects',
      summary: 'The projects of the tenant in the token',
      scope: 'tenants:read',
      guard: member,
      reply: z.object({ projects: z.array(Project) }),
      handle: async ({ principal: { tenant } }) => ({
        projects: await db.project.findMany({ where: { tenantId: tenant.id }, orderBy: { createdAt: 'asc' } }),
      }),
    }),
    route({
      method: 'post',
      path: '/projects',
      summary: 'A new project',
      scope: 'tenants:write',
      guard: member,
      body: NewProject,
      reply: Project,
      status: 201,
      handle: ({ principal: { tenant, userId }, body }) =>
        db.project.create({ data: { tenantId: tenant.id, name: body.name, createdBy: userId } }),
    }),
  ];
}
