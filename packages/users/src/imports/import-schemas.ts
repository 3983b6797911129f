import { Id, Pagination, pageFields, Timestamp } from '@org/identity-core';
import { z } from 'zod';

export const ImportParams = z.object({ importId: Id });
export const ImportsQuery = z.strictObject({ ...pageFields });
export const StartImportQuery = z.strictObject({
  rehearse: z.literal('true').optional(),
  createTenants: z.literal('true').optional(),
});
const Status = z.enum(['RUNNING', 'DONE', 'FAILED', 'CANCELED']);

export const StartedImport = z.object({ id: z.uuid(), status: z.literal('RUNNING'), rehearsed: z.boolean() });
export const PeopleImport = z.object({
  id: z.uuid(),
  status: Status,
  rehearsed: z.boolean(),
  lines: z.number(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  waiting: z.number(),
  withPassword: z.number(),
  withSecondFactor: z.number(),
  withLinks: z.number(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
});
export const ImportList = z.object({ imports: z.array(PeopleImport), pagination: Pagination });
export const Remark = z.object({ field: z.string(), reason: z.string() });
export const ReportLine = z.object({
  line: z.number(),
  email: z.string().nullable(),
  result: z.enum(['created', 'changed', 'unchanged', 'refused']),
  waiting: z.literal(true).optional(),
  field: z.string().optional(),
  reason: z.string().optional(),
  remarks: z.array(Remark).optional(),
});
