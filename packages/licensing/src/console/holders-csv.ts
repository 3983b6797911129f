import { type CsvValue, csvDownload, type Download, type TenantVisit } from '@org/identity-core';
import { type Database, requireManager } from '@org/identity-prisma';
import { idleDaysIn } from '../seat-use/idle-filter.js';
import { seatUseTexts } from '../seat-use/texts.js';
import { listHolders } from '../seats/list-holders.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import { consoleTexts } from './texts.js';

const rowsAtOnce = 500;

/** The holders of an application's seats as a CSV file: those of the search, or all. */
export function holdersCsv(db: Database, visit: TenantVisit, application: ApplicationSeats): Download {
  const { principal, query, language, tenant } = visit;
  const { holders, use, reasons } = consoleTexts[language];
  const idleDays = idleDaysIn(query);
  async function* pages(): AsyncGenerator<CsvValue[][]> {
    let after: string | undefined;
    do {
      const { search } = query;
      const input = { principal, applicationId: application.id, search, idleDays, after, limit: rowsAtOnce };
      const page = await listHolders(db, input);
      yield page.holders.map(({ displayName, email, licenseTypeName, assignedAt, lastUsedAt, reason, userId }) => [
        displayName,
        email,
        licenseTypeName,
        assignedAt,
        reason === 'LICENSED' ? use.yes : reasons[reason],
        userId,
        lastUsedAt,
      ]);
      after = page.next;
      // A caller who loses the right during a long download gets no further rows.
      if (after !== undefined) await requireManager(db, { tenantId: tenant.id, principal });
    } while (after !== undefined);
  }
  const { person, email, licenseType, since, state, userId } = holders;
  const header = [person, email, licenseType, since, state, userId, seatUseTexts[language].use.lastUse];
  return csvDownload(`seats-${tenant.slug}.csv`, header, pages());
}
