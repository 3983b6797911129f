import {
  ExportFormat,
  Id,
  IncomingTime,
  Pagination,
  pageFields,
  RangeEnd,
  RangeStart,
  Timestamp,
  text,
} from '@org/identity-core';
import { z } from 'zod';

const Named = text(200, { min: 1 });
export const TenantParams = z.object({ id: Id });
export const PeriodsQuery = z.strictObject({
  applicationId: Named.optional(),
  userId: Named.optional(),
  at: IncomingTime.optional(),
  ...pageFields,
});
export const PeriodsExportQuery = z.strictObject({
  format: ExportFormat,
  applicationId: Named.optional(),
  from: RangeStart.optional(),
  to: RangeEnd.optional(),
});
/** From when to when a user held a seat. */
export const Period = z.object({
  userId: z.uuid(),
  applicationId: z.uuid(),
  licenseTypeId: z.uuid(),
  from: Timestamp,
  to: Timestamp.nullable(),
  cause: z.string().nullable(),
});
/** The same in a file, which also has the seats of agents: their `userId` is `agent:` and the id of the client. */
export const ExportedPeriod = Period.extend({ userId: z.string() });
export const PeriodList = z.object({
  periods: z.array(Period),
  pagination: Pagination,
});
