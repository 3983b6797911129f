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
      scopes: z.array(z.string()),
      apiScopes: z.record(z.string(), z.array(z.string())),
      createdAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
    }),
  ),
});

/** Of a response without a body. */
export const NoContent = z.object({});

export const DecisionBody = z.strictObject({ status: z.enum(['ALLOWED', 'BLOCKED']) });

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
nameSchema(ConnectedApplications.shape.applications.element, 'ConnectedApplication', {
  clientId,
  name,
  clientUri,
  scopes: 'What you have allowed it.',
  apiScopes: 'What you have allowed it at other APIs, by the identifier of the API.',
  createdAt: 'When you first allowed it, since you last took it back.',
  lastUsedAt: 'When it last got a token, to the hour; null before that.',
});
nameSchema(ConnectedApplications, 'ConnectedApplications', { applications: 'Sorted by name.' });
nameSchema(DecisionBody, 'DecideApplicationRequest', { status: 'Whether members may use it.' });
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
  updatedAt: 'When it was asked for or decided; null if neither.',
});
nameSchema(TenantApplications, 'TenantApplications', { applications: 'Open requests first, then by name.' });
