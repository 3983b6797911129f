import { Id, Pagination, pageFields, Timestamp, text } from '@org/identity-core';
import { LicenseRequestStatus } from '@org/identity-prisma';
import { z } from 'zod';

const Named = text(200, { min: 1 });
/** What the user or the manager says about it. */
const Note = text(500, { trim: true });
const Status = z.enum(LicenseRequestStatus);

export const RequestBody = z.strictObject({
  applicationId: Named,
  licenseTypeId: Named.optional(),
  note: Note.optional(),
});
export const DecisionBody = z.strictObject({ licenseTypeId: Named.optional(), note: Note.optional() });
export const RequestsParams = z.object({ id: Id });
export const RequestParams = z.object({ id: Id, requestId: Id });
export const RequestsQuery = z.strictObject({
  status: Status.optional(),
  applicationId: Named.optional(),
  ...pageFields,
});
export const LicenseRequestEntry = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  email: z.string(),
  applicationId: z.uuid(),
  licenseTypeId: z.uuid().nullable(),
  note: z.string().nullable(),
  status: Status,
  position: z.number().nullable(),
  createdAt: Timestamp,
  decidedAt: Timestamp.nullable(),
});
export const LicenseRequestList = z.object({
  requests: z.array(LicenseRequestEntry),
  pagination: Pagination,
});
