import {
  forbidden,
  type Guard,
  Id,
  ofTenant,
  type Route,
  route,
  Timestamp,
  text,
  type UserPrincipal,
  userOnly,
} from '@org/identity-core';
import { z } from 'zod';
import type { AppDatabase } from './database.js';

const Project = z.object({ id: Id, name: z.string(), createdBy: Id, createdAt: Timestamp });
const NewProject = z.strictObject({ name: text(100, { min: 1 }) });

type Member = UserPrincipal & { readonly tenant: NonNullable<UserPrincipal['tenant']> };

/** Users who have signed in to a tenant. The principal has their current rights, not those when the token was issued. */
const member: Guard<Member> = (principal) => {
  const user = userOnly(principal);
  if (!user.tenant) throw forbidden('Projects belong to a tenant. Sign in to a tenant first.');
  return { ...user, tenant: user.tenant };
};

/** The app's own endpoints, declared in the same way as those of the identity server. */
export function projectRoutes(db: AppDatabase): Route[] {
  return [
    route({
      method: 'get',
      path: '/projects',
      summary: 'List the projects of the tenant in the token',
      scope: 'tenants:read',
      guard: member,
      origins: ofTenant,
      reply: z.object({ projects: z.array(Project) }),
      handle: async ({ principal: { tenant } }) => ({
        projects: await db.project.findMany({ where: { tenantId: tenant.id }, orderBy: { createdAt: 'asc' } }),
      }),
    }),
    route({
      method: 'post',
      path: '/projects',
      summary: 'Create a project',
      scope: 'tenants:write',
      guard: member,
      origins: ofTenant,
      body: NewProject,
      reply: Project,
      status: 201,
      handle: ({ principal: { tenant, userId }, body }) =>
        db.project.create({ data: { tenantId: tenant.id, name: body.name, createdBy: userId } }),
    }),
  ];
}
