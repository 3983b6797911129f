import {
  Id,
  Pagination,
  PlainName,
  pageFields,
  RoleByGroup,
  RuledRole,
  secretField,
  Timestamp,
  text,
} from '@org/identity-core';
import { DirectoryLogResult, Role } from '@org/identity-prisma';
import { z } from 'zod';

export const DirectoriesParams = z.object({ id: Id });
export const DirectoryParams = z.object({ id: Id, directoryId: Id });

export const CreateDirectoryBody = z.strictObject({
  name: PlainName,
  connectionId: text(100).nullable().optional(),
  roleByGroup: RoleByGroup.optional(),
});

/** Fields that are left out stay as they are. */
export const UpdateDirectoryBody = CreateDirectoryBody.partial().refine(
  (changes) => Object.keys(changes).length > 0,
  'at least one field is needed',
);
export type DirectoryChanges = z.output<typeof UpdateDirectoryBody>;

export const DirectoryDetails = z.object({
  id: z.uuid(),
  name: z.string(),
  connectionId: z.uuid().nullable(),
  roleByGroup: z.record(z.uuid(), RuledRole),
  baseUrl: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export const DirectoryList = z.object({ directories: z.array(DirectoryDetails) });
/** The token is in no other response. */
export const DirectoryWithToken = DirectoryDetails.extend({ token: secretField(z.string()) });

/** How many members are handed over at once: each of them may be suspended while others wait for the tenant's lock. */
export const maxAdopted = 50;
export const AdoptBody = z.strictObject({ userIds: z.array(Id).min(1).max(maxAdopted) });
export const PendingMembers = z.object({
  confirmed: z.boolean(),
  users: z.array(
    z.object({
      userId: z.uuid(),
      resourceId: z.uuid(),
      email: z.string(),
      displayName: z.string().nullable(),
      role: z.enum(Role),
      wants: z.enum(['SUSPEND', 'DELETE']).nullable(),
      since: Timestamp.nullable(),
    }),
  ),
});

export const LogQuery = z.strictObject({ result: z.enum(DirectoryLogResult).optional(), ...pageFields });
export const LogList = z.object({
  entries: z.array(
    z.object({
      id: z.uuid(),
      at: Timestamp,
      method: z.string(),
      resource: z.string(),
      resourceId: z.uuid().nullable(),
      subject: z.string().nullable(),
      attributes: z.array(z.string()),
      ignored: z.array(z.string()),
      result: z.enum(DirectoryLogResult),
      outcomes: z.array(z.string()),
      detail: z.string().nullable(),
    }),
  ),
  pagination: Pagination,
});
