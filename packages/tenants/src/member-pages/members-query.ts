import type { TenantVisit } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { z } from 'zod';
import { listMembers } from '../members/list-members.js';
import { searchMembers } from '../members/search-members.js';
import { MemberStatus, RoleName } from '../schemas.js';

/** The search and the filters of the list, as its URL has them. A value that does not exist is no filter. */
export interface MembersFilter {
  readonly search: string | undefined;
  readonly role: z.output<typeof RoleName> | undefined;
  readonly status: z.output<typeof MemberStatus> | undefined;
}

const maxSearch = 200;

export function readFilter(query: Readonly<Record<string, string>>): MembersFilter {
  return {
    search: query['search']?.trim().slice(0, maxSearch) || undefined,
    role: RoleName.safeParse(query['role']).data,
    status: MemberStatus.safeParse(query['status']).data,
  };
}

export interface MembersPage {
  readonly members: Awaited<ReturnType<typeof listMembers>>['members'];
  readonly next: string | undefined;
  /** Undefined for a search: its matches are not counted. */
  readonly total: number | undefined;
}

/** A page of the members that match the filter. */
export async function findMembers(
  db: Database,
  { principal, tenant }: Pick<TenantVisit, 'principal' | 'tenant'>,
  { search, ...filter }: MembersFilter,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<MembersPage> {
  const input = { tenantId: tenant.id, principal };
  if (search !== undefined) {
    const found = await searchMembers(db, { ...input, query: { search, ...filter, limit, after } });
    return { ...found, total: undefined };
  }
  const { members, next, pagination } = await listMembers(db, {
    ...input,
    query: { ...filter, page: 1, limit },
    after,
  });
  return { members, next, total: pagination.total };
}
