import { type CsvValue, csvDownload, type Download, type TenantVisit } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { findMembers, readFilter } from './members-query.js';
import { memberPagesTexts } from './texts.js';

const rowsPerPage = 500;

/** All members that match the filter of the page as a CSV file. Rights are checked again with each page that is read. */
export function membersCsv(db: Database, visit: TenantVisit): Download {
  const { roles } = memberPagesTexts[visit.language];
  const { list, statuses } = memberPagesTexts[visit.language];
  async function* pages(): AsyncGenerator<CsvValue[][]> {
    let after: string | undefined;
    do {
      const { members, next } = await findMembers(db, visit, readFilter(visit.query), { limit: rowsPerPage, after });
      yield members.map(({ id, userId, status, role, joinedAt, user }) => [
        user.displayName,
        user.email,
        roles[role],
        statuses[status],
        joinedAt,
        id,
        userId,
      ]);
      after = next;
    } while (after !== undefined);
  }
  const header = [list.name, list.email, list.role, list.status, list.since, list.membershipId, list.userId];
  return csvDownload(`members-${visit.tenant.slug}.csv`, header, pages());
}
