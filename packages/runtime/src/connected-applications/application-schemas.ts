import { cutText, describeFields, Id, nameSchema, Pagination, pageFields, Timestamp } from '@org/identity-core';
import { z } from 'zod';

/** As long as the longest client id: it may be the URL of a document. */
const ClientIdInPath = cutText(2048);

export const ConnectedParams = z.object({ clientId: ClientIdInPath });
export const TenantParams = z.object({ id: Id });
export const ApplicationParams = z.object({ id: Id, clientId: ClientIdInPath });
export const ApplicationsQuery = z.strictObject({ ...pageFields });

export const ConnectedApplications = z.object({
  applications: z.array(
    z.object({
      clientId: z.string(),
      name: z.string(),
      clientUri: z.string().nullable(),
      source: z.enum(['MANUAL', 'METADATA_DOCUMENT', 'REGISTERED']),
      host: z.string().nullable(),
      redirectsTo: z.array(z.string()),
      agent: z.boolean(),
      scopes: z.array(z.string()),
      apiScopes: z.record(z.string(), z.array(z.string())),
      createdAt: Timestamp,
      allowedIn: z.array(z.object({ tenantId: z.uuid().nullable(), tenantName: z.string().nullable(), at: Timestamp })),
      lastUsedAt: Timestamp.nullable(),
    }),
  ),
});

/** Of a response without a body. */
export const NoContent = z.object({});

export const DecisionBody = z.strictObject({ status: z.enum(['ALLOWED', 'BLOCKED']), agent: z.boolean().optional() });

export const TenantApplication = z.object({
  clientId: z.string(),
  name: z.string(),
  clientUri: z.string().nullable(),
  status: z.enum(['ALLOWED', 'BLOCKED', 'REQUESTED']).nullable(),
  allowed: z.boolean(),
  blockedByPlatform: z.boolean(),
  members: z.int(),
  lastUsedAt: Timestamp.nullable(),
  requestedBy: z.uuid().nullable(),
  agent: z.boolean(),
  updatedAt: Timestamp.nullable(),
});
export const TenantApplications = z.object({ applications: z.array(TenantApplication), pagination: Pagination });

const clientId = 'The application, by its client_id.';
const name = 'What the application calls itself.';
const clientUri = 'Its website, as it says itself; null if it names none.';
describeFields(ConnectedParams, { clientId });
const id = 'The tenant, by its id.';
describeFields(TenantParams, { id });
describeFields(ApplicationParams, { id, clientId });
const application = ConnectedApplications.shape.applications.element;
nameSchema(application.shape.allowedIn.element, 'AllowedIn', {
  tenantId: 'The tenant that it was allowed for; null if for none.',
  tenantName: 'The name of that tenant.',
  at: 'When it was allowed there.',
});
nameSchema(application, 'ConnectedApplication', {
  clientId,
  name,
  clientUri,
  source: 'How it came: entered by an operator, by a document of its own, or by registering itself.',
  host: 'The host of its document; null without one.',
  redirectsTo: 'Where you go after the sign-in: hosts, or schemes of apps. At most three.',
  agent: 'Whether it is an agent, as an operator or the application itself says.',
  scopes: 'What you have allowed it.',
  apiScopes: 'What you have allowed it at other APIs, by the identifier of the API.',
  createdAt: 'When you first allowed it, since you last took it back.',
  allowedIn: 'Where you have allowed it, the first place first. Empty for what an older version has stored.',
  lastUsedAt: 'When it last got a token, to the hour; null before that.',
});
nameSchema(ConnectedApplications, 'ConnectedApplications', { applications: 'Sorted by name.' });
nameSchema(DecisionBody, 'DecideApplicationRequest', {
  status: 'Whether members may use it.',
  agent: 'Whether it counts as an agent in this tenant. Left out: as before.',
});
nameSchema(TenantApplication, 'TenantApplication', {
  clientId,
  name,
  clientUri,
  status: 'What was decided; REQUESTED if a member has asked for it; null if neither.',
  allowed: 'Whether members may use it now: by the decision, or else by the default of the tenant.',
  blockedByPlatform: 'Whether those who run the service have blocked it for everybody.',
  members: 'How many members use it for this tenant.',
  lastUsedAt: 'When one of them last got a token, to the hour; null before that.',
  requestedBy: 'The member who first asked for it; null if nobody did.',
  agent: "Whether its tokens count as an agent's: an operator, the application itself or the tenant says so.",
  updatedAt: 'When it was asked for or decided; null if neither.',
});
nameSchema(TenantApplications, 'TenantApplications', { applications: 'Open requests first, then by name.' });
