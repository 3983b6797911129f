import { Id, Pagination, pageFields, Timestamp, text } from '@org/identity-core';
import { z } from 'zod';

const Status = z.enum(['ACTIVE', 'DISABLED', 'DELETED']);
const nullableText = z.string().nullable();

export const UserParams = z.object({ userId: Id });
export const UserSessionParams = z.object({ userId: Id, sessionId: Id });
export const UsersQuery = z.strictObject({
  search: text(254, { trim: true, min: 1 }).optional(),
  status: Status.optional(),
  lacksSecondFactor: z.literal('true').optional(),
  ...pageFields,
});
const ListedUser = z.object({
  id: z.uuid(),
  email: z.string(),
  displayName: nullableText,
  status: Status,
  superAdmin: z.boolean(),
  createdAt: Timestamp,
});
export const UserList = z.object({
  users: z.array(ListedUser),
  pagination: Pagination,
});
export const UserDetails = ListedUser.extend({
  externalId: nullableText,
  givenName: nullableText,
  familyName: nullableText,
  emailVerified: z.boolean(),
  hasPassword: z.boolean(),
  secondFactor: z.boolean(),
  passkeys: z.number(),
  providers: z.array(z.string()),
  memberships: z.array(z.object({ tenantId: z.uuid(), slug: z.string(), role: z.string(), status: z.string() })),
  sessions: z.number(),
  disabledAt: Timestamp.nullable(),
  eraseAt: Timestamp.nullable(),
});
export const EnabledUser = z.object({ id: z.uuid(), email: z.string(), changed: z.boolean() });
export const DisabledUser = EnabledUser.extend({ withoutOwner: z.array(z.string()), lastSuperAdmin: z.boolean() });
export const RemovedFactors = z.object({ id: z.uuid(), removed: z.number() });
