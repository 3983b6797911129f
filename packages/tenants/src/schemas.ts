import {
  cutText,
  Done,
  declaredChoice,
  EnteredEmail,
  ExportFormat,
  eventTypes,
  feedFields,
  Id,
  LanguageTag,
  Pagination,
  PlainName,
  pageFields,
  RangeEnd,
  RangeStart,
  StartUrl,
  TenantBrand,
  Timestamp,
  text,
} from '@org/identity-core';
import { z } from 'zod';
import { Slug } from './slugs/slug.js';

export const RoleName = z.enum(['owner', 'admin', 'member']);
export const MfaPolicy = z.enum(['OPTIONAL', 'REQUIRED']);
export const MemberStatus = z.enum(['ACTIVE', 'INVITED', 'SUSPENDED']);
export const InvitationStatus = z.enum(['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED']);
const maxSettingsBytes = 16 * 1024;

export const TenantParams = z.object({ id: Id });
export const MemberParams = z.object({ id: Id, membershipId: Id });
export const InvitationParams = z.object({ id: Id, invitationId: Id });
export const InvitationTokenParams = z.object({ token: cutText(200) });

export const TenantList = z.object({
  tenants: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      slug: z.string(),
      role: RoleName,
      memberCount: z.number(),
      createdAt: Timestamp,
    }),
  ),
});

export const CreateTenantBody = z.strictObject({ name: PlainName, slug: Slug.optional() });
export const CreatedTenant = z.object({ id: z.uuid(), name: z.string(), slug: z.string(), createdAt: Timestamp });

export const TenantDetails = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  settings: z.record(z.string(), z.unknown()),
  mfaPolicy: MfaPolicy,
  memberCount: z.number(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const PlatformTenant = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  memberCount: z.number(),
  mfaPolicy: MfaPolicy,
  createdAt: Timestamp,
});
/** The tenants of the platform, for an operator. */
export const PlatformTenantsQuery = z.strictObject({
  search: text(200, { trim: true, min: 1 }).optional(),
  ...pageFields,
});
export const PlatformTenantList = z.object({ tenants: z.array(PlatformTenant), pagination: Pagination });
export const PlatformTenantDetails = PlatformTenant;
/** Its owner is invited by email, or is an account that is known. */
export const CreatePlatformTenantBody = CreateTenantBody.extend({
  ownerEmail: EnteredEmail.optional(),
  ownerId: Id.optional(),
}).refine(({ ownerEmail, ownerId }) => (ownerEmail === undefined) !== (ownerId === undefined), {
  message: 'either ownerEmail or ownerId is required',
  path: ['ownerEmail'],
});
export const CreatedPlatformTenant = PlatformTenant.extend({
  invitation: z.object({ id: z.uuid(), email: z.string(), expiresAt: Timestamp }).nullable(),
});

const knownSettings = { brand: TenantBrand, startUrl: StartUrl };

export const UpdateTenantBody = z
  .strictObject({
    name: PlainName.optional(),
    settings: z
      .record(z.string(), z.unknown())
      .refine(
        (settings) => Buffer.byteLength(JSON.stringify(settings)) <= maxSettingsBytes,
        'must not be larger than 16 KB',
      )
      // Any JSON, except for the settings that the hosted pages use.
      .superRefine((settings, context) => {
        for (const [name, schema] of Object.entries(knownSettings)) {
          const { error } = schema.optional().safeParse(settings[name]);
          for (const { path, message } of error?.issues ?? [])
            context.addIssue({ code: 'custom', path: [name, ...path], message });
        }
      })
      .optional(),
    mfaPolicy: MfaPolicy.optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'name, settings or mfaPolicy is required');
export const UpdatedTenant = TenantDetails.omit({ memberCount: true, createdAt: true });

export const MembersQuery = z.strictObject({
  status: MemberStatus.optional(),
  role: RoleName.optional(),
  ...pageFields,
});
export const MemberList = z.object({
  members: z.array(
    z.object({
      id: z.uuid(),
      userId: z.uuid().nullable(),
      status: MemberStatus,
      role: RoleName,
      joinedAt: Timestamp,
      user: z.object({ email: z.string(), displayName: z.string().nullable(), pictureUrl: z.string().nullable() }),
    }),
  ),
  pagination: Pagination,
});

export const UpdateMemberBody = z
  .strictObject({ role: RoleName.optional(), status: z.enum(['ACTIVE', 'SUSPENDED']).optional() })
  .refine((changes) => Object.keys(changes).length > 0, 'role or status is required');
export const UpdatedMember = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  status: MemberStatus,
  role: RoleName,
  updatedAt: Timestamp,
});

export const InvitationsQuery = z.strictObject({
  status: InvitationStatus.default('PENDING'),
});
const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: RoleName,
  status: InvitationStatus,
  expiresAt: Timestamp,
});
const ListedInvitation = Invitation.extend({
  createdAt: Timestamp,
  invitedBy: z.object({ id: z.uuid(), displayName: z.string().nullable() }).nullable(),
});
const CreateInvitationBody = z.strictObject({
  email: EnteredEmail,
  role: RoleName.default('member'),
  expiresInDays: z.int().min(1).max(90).default(7),
});
const plainInvitations = {
  body: CreateInvitationBody,
  created: Invitation,
  list: z.object({ invitations: z.array(ListedInvitation) }),
};
const LicenseId = text(200, { min: 1 }).toLowerCase();
/** What can be kept for one invitation. */
export const InvitedLicenses = z
  .array(z.strictObject({ applicationId: LicenseId, licenseTypeId: LicenseId }))
  .max(20)
  .refine(
    (licenses) => new Set(licenses.map(({ applicationId }) => applicationId)).size === licenses.length,
    'must not name an application twice',
  );
/** The same, as it is stored. */
export const KeptLicenses = z.array(z.object({ applicationId: z.uuid(), licenseTypeId: z.uuid() }));
const kept = { licenses: KeptLicenses };
const invitationsWithLicenses = {
  body: CreateInvitationBody.extend({ licenses: InvitedLicenses.optional() }),
  created: Invitation.extend(kept),
  list: z.object({ invitations: z.array(ListedInvitation.extend(kept)) }),
};
/** The requests and responses about invitations. They have licenses only if a plugin keeps them. */
export const invitationSchemas = (hasLicenses: boolean) => (hasLicenses ? invitationsWithLicenses : plainInvitations);

/** Empty for a signed-in user; the account data for a new user. */
export const AcceptInvitationBody = z.strictObject({
  // A longer password is WEAK_PASSWORD, not VALIDATION_FAILED.
  password: cutText(1024).optional(),
  displayName: PlainName.optional(),
  givenName: PlainName.optional(),
  familyName: PlainName.optional(),
  locale: LanguageTag.optional(),
});
export const AcceptedInvitation = Done.extend({ tenantId: z.uuid(), membershipId: z.uuid(), userId: z.uuid() });

const EventTypeName = declaredChoice(eventTypes);
export const EventsQuery = z.strictObject({ type: EventTypeName.optional(), ...pageFields });
/** With `after`, the events after a given one. */
export const FollowedEventsQuery = EventsQuery.extend({ ...feedFields, after: feedFields.after.optional() }).refine(
  ({ after, type, wait }) => (after === undefined ? wait === 0 : type === undefined),
  { message: '`wait` is only for requests with `after`, and `type` for those without', path: ['after'] },
);
export const EventsExportQuery = z.strictObject({
  format: ExportFormat,
  from: RangeStart.optional(),
  to: RangeEnd.optional(),
});
export const EventList = z.object({
  events: z.array(
    z.object({
      id: z.uuid(),
      type: z.string(),
      actor: z.object({ kind: z.string(), id: z.string().nullable() }),
      subjectId: z.string().nullable(),
      data: z.record(z.string(), z.unknown()),
      occurredAt: Timestamp,
    }),
  ),
  pagination: Pagination,
});
