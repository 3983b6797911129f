import { Id, Pagination, pageFields, RoleByGroup, secretField, Timestamp, text } from '@org/identity-core';
import { AttemptResult } from '@org/identity-prisma';
import { z } from 'zod';

/** The most domains, and the most groups, of one connection. */
const maxListed = 50;

export const Ids = z
  .array(text(100).check(z.uuid()))
  .max(maxListed)
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
  // The API description cannot see the result of a transform.
  .meta({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: maxListed });
/** Owners are never made by a provider. */
export const DefaultRole = z.enum(['admin', 'member']);
/** What both requests take of every kind, besides the provider and the domains. */
export const sharedSettings = {
  defaultRole: DefaultRole.optional(),
  defaultGroups: Ids.optional(),
  roleByGroup: RoleByGroup.optional(),
  jit: z.boolean().optional(),
  trustMfa: z.boolean().optional(),
};

export const ConnectionsParams = z.object({ id: Id });
export const ConnectionParams = z.object({ id: Id, connectionId: Id });

/** Whoever has the URL can begin the test once, if they are signed in as its owner. */
export const TestStarted = z.object({ url: secretField(z.string()) });

export const AttemptsQuery = z.strictObject({ ...pageFields });
export const AttemptList = z.object({
  attempts: z.array(
    z.object({
      id: z.uuid(),
      at: Timestamp,
      result: z.enum(AttemptResult),
      reason: z.string(),
      subject: z.string().nullable(),
      email: z.string().nullable(),
      providerError: z.string().nullable(),
      providerErrorDescription: z.string().nullable(),
    }),
  ),
  pagination: Pagination,
});

export const LinkParams = z.object({ id: Id, connectionId: Id, userId: Id });
export const LinksQuery = z.strictObject({ ...pageFields });
export const LinkList = z.object({
  links: z.array(
    z.object({
      userId: z.uuid(),
      email: z.string(),
      subject: z.string(),
      linkedAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
    }),
  ),
  pagination: Pagination,
});
