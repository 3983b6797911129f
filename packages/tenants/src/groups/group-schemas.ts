import { Id, Pagination, pageFields, plainText, Timestamp, text } from '@org/identity-core';
import { z } from 'zod';
import { nameKeyOf } from './find-group.js';

const maxName = 256;
// Some letters become many in the form that is compared, which an index holds.
export const GroupName = plainText(maxName).refine(
  (name) => nameKeyOf(name).length <= maxName,
  'is too long in its compared form',
);
const Description = text(500, { trim: true, min: 1 });

export const GroupsParams = z.object({ id: Id });
export const GroupParams = z.object({ id: Id, groupId: Id });
export const GroupMemberParams = z.object({ id: Id, groupId: Id, userId: Id });
export const GroupsQuery = z.strictObject({ ...pageFields });
export const CreateGroupBody = z.strictObject({ name: GroupName, description: Description.nullable().optional() });
export const UpdateGroupBody = z
  .strictObject({ name: GroupName.optional(), description: Description.nullable().optional() })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'at least one field is required');
export const GroupDetails = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  /** DIRECTORY: a directory keeps it, and nobody else changes it. */
  source: z.enum(['MANUAL', 'DIRECTORY']),
  /** Of active members. */
  memberCount: z.number(),
});
export const GroupList = z.object({ groups: z.array(GroupDetails), pagination: Pagination });
export const GroupMemberList = z.object({
  members: z.array(
    z.object({ userId: z.uuid(), email: z.string(), displayName: z.string().nullable(), addedAt: Timestamp }),
  ),
  pagination: Pagination,
});
