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
import { AttemptResult, ConnectionKind, ConnectionStatus, EmailClaim } from '@org/identity-prisma';
import { z } from 'zod';

/** The most domains, and the most groups, of one connection. */
const maxListed = 50;

function issuerProblem(value: string): string | undefined {
  // A URL parser drops spaces and control characters, so another URL than the shown one would be called.
  if (!/^https?:\/\/[\u0021-\u007e]+$/iu.test(value) || !URL.canParse(value)) return 'must be an absolute https URL';
  const { username, password } = new URL(value);
  if (username || password) return 'must not contain credentials';
  if (/[?#]/u.test(value)) return 'must not have a query or a fragment';
  return undefined;
}

/** The issuer of a provider. Whether http is allowed is checked later: see `requireAllowedIssuer`. */
const Issuer = text(2000, { trim: true }).superRefine((value, context) => {
  const problem = issuerProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});
const visible = /^[\u0020-\u007e]+$/u;
/** The detail of an error, by which pages tell this mistake from a text that is missing. */
export const onlyVisible = 'must have visible ASCII characters only';
const ClientId = text(500, { trim: true, min: 1 }).regex(visible, onlyVisible);
const ClientSecret = text(2000, { min: 1 }).regex(visible, onlyVisible);
const Ids = z
  .array(text(100).check(z.uuid()))
  .max(maxListed)
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
  // The API description cannot see the result of a transform.
  .meta({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: maxListed });
/** Owners are never made by a provider. */
const DefaultRole = z.enum(['admin', 'member']);
/** What both requests take besides the provider and the domains. */
const settings = {
  defaultRole: DefaultRole.optional(),
  defaultGroups: Ids.optional(),
  roleByGroup: RoleByGroup.optional(),
  jit: z.boolean().optional(),
  trustMfa: z.boolean().optional(),
  emailClaim: z.enum(EmailClaim).optional(),
  logoutAtProvider: z.boolean().optional(),
};

export const ConnectionsParams = z.object({ id: Id });
export const ConnectionParams = z.object({ id: Id, connectionId: Id });

export const CreateConnectionBody = z.strictObject({
  kind: z.enum(ConnectionKind),
  name: PlainName,
  issuer: Issuer,
  clientId: ClientId,
  clientSecret: ClientSecret,
  domains: Ids,
  ...settings,
});
export type NewConnection = z.output<typeof CreateConnectionBody>;

export const UpdateConnectionBody = z
  .strictObject({
    name: PlainName.optional(),
    issuer: Issuer.optional(),
    clientId: ClientId.optional(),
    clientSecret: ClientSecret.optional(),
    domains: Ids.optional(),
    ...settings,
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'at least one field is required');
export type ConnectionChanges = z.output<typeof UpdateConnectionBody>;

/** Never the secret. */
export const ConnectionDetails = z.object({
  id: z.uuid(),
  kind: z.enum(ConnectionKind),
  name: z.string(),
  status: z.enum(ConnectionStatus),
  issuer: z.string(),
  clientId: z.string(),
  domains: z.array(z.uuid()),
  defaultRole: DefaultRole,
  defaultGroups: z.array(z.uuid()),
  roleByGroup: z.record(z.uuid(), RuledRole),
  jit: z.boolean(),
  trustMfa: z.boolean(),
  emailClaim: z.enum(EmailClaim),
  logoutAtProvider: z.boolean(),
  redirectUri: z.string(),
  initiateLoginUri: z.string(),
  postLogoutRedirectUri: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export const ConnectionList = z.object({ connections: z.array(ConnectionDetails) });

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
