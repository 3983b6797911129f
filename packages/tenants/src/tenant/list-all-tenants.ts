import { isUuid } from '@org/identity-core';
import { containing, type Database } from '@org/identity-prisma';
import { tenantNotFound } from '../access/errors.js';
import { countMembers } from './count-members.js';

export interface TenantsQuery {
  page: number;
  limit: number;
  /** A part of the slug or the name. */
  search?: string | undefined;
}

const fields = { id: true, slug: true, name: true, mfaPolicy: true, createdAt: true };

/** Lists the tenants of the platform for an operator, by slug, with their number of active members. */
export async function listAllTenants(db: Database, { page, limit, search }: TenantsQuery) {
  const contains = containing(search ?? '');
  const where = { closingAt: null, ...(search ? { OR: [{ slug: contains }, { name: contains }] } : {}) };
  const paging = { skip: (page - 1) * limit, take: limit };
  const [rows, total] = await Promise.all([
    db.tenant.findMany({ where, orderBy: { slug: 'asc' }, select: fields, ...paging }),
    db.tenant.count({ where }),
  ]);
  const countOf = await countMembers(
    db,
    rows.map(({ id }) => id),
  );
  return {
    tenants: rows.map((tenant) => ({ ...tenant, memberCount: countOf(tenant.id) })),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  };
}

/** Finds a tenant by slug or id for an operator. */
export async function findTenant(db: Database, slugOrId: string) {
  const where = isUuid(slugOrId) ? { id: slugOrId } : { slug: slugOrId };
  const tenant = await db.tenant.findUnique({ where: { ...where, closingAt: null }, select: fields });
  if (!tenant) throw tenantNotFound(`There is no tenant "${slugOrId}".`);
  const countOf = await countMembers(db, [tenant.id]);
  return { ...tenant, memberCount: countOf(tenant.id) };
}
