import { EnteredEmail, Id, LanguageTag, PlainName, Timestamp, TimeZone, text, webUrlText } from '@org/identity-core';
import { z } from 'zod';

const nullableText = z.string().nullable();

/** The profile that users see of themselves. */
export const UserProfile = z.object({
  id: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  username: nullableText,
  displayName: nullableText,
  givenName: nullableText,
  familyName: nullableText,
  middleName: nullableText,
  nickname: nullableText,
  pictureUrl: nullableText,
  website: nullableText,
  gender: nullableText,
  birthdate: nullableText,
  zoneinfo: nullableText,
  locale: nullableText,
  phone: nullableText,
  phoneVerified: z.boolean(),
  mfaEnabled: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  memberships: z.array(
    z.object({
      tenantId: z.uuid(),
      tenantName: z.string(),
      tenantSlug: z.string(),
      role: z.string(),
      status: z.string(),
    }),
  ),
});

/** The part of a profile that a third-party client may see. Strict, so that a whole profile never passes as a part. */
const PartialProfile = UserProfile.pick({
  id: true,
  email: true,
  emailVerified: true,
  username: true,
  displayName: true,
  givenName: true,
  familyName: true,
  middleName: true,
  nickname: true,
  pictureUrl: true,
  website: true,
  gender: true,
  birthdate: true,
  zoneinfo: true,
  locale: true,
  updatedAt: true,
})
  .partial()
  .required({ id: true })
  .strict();
export const VisibleProfile = z.union([UserProfile, PartialProfile]);

const Name = PlainName.nullable().optional();
const WebUrl = webUrlText(2048).nullable().optional();

/** What users can change in their profile; null clears. */
export const UpdateProfileBody = z
  .strictObject({
    displayName: Name,
    givenName: Name,
    familyName: Name,
    middleName: Name,
    nickname: Name,
    pictureUrl: WebUrl,
    website: WebUrl,
    zoneinfo: TimeZone.nullable().optional(),
    locale: LanguageTag.nullable().optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'at least one field is required');
export const UpdatedProfile = UserProfile.pick({
  id: true,
  email: true,
  displayName: true,
  givenName: true,
  familyName: true,
  middleName: true,
  updatedAt: true,
});

// No minimum length here: a short password is WEAK_PASSWORD, not VALIDATION_FAILED.
export const ChangePasswordBody = z.strictObject({
  currentPassword: text(1024, { min: 1 }),
  newPassword: text(1024),
});

export const SessionParams = z.object({ sessionId: Id });
export const SessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      userAgent: z.string(),
      ipAddress: z.string(),
      location: z.string(),
      lastActive: Timestamp,
      createdAt: Timestamp,
      isCurrent: z.boolean(),
    }),
  ),
});

/** The word itself is not checked here: a wrong one is INCORRECT_CONFIRMATION, not VALIDATION_FAILED. */
export const DeleteAccountBody = z.strictObject({
  password: text(1024, { min: 1 }).optional(),
  confirmation: text(100),
});

/** Each plugin defines its own section. */
export const DataExport = z.object({ exportedAt: Timestamp, sections: z.record(z.string(), z.unknown()) });

export const ChangeEmailBody = z.strictObject({ email: EnteredEmail, password: text(1024, { min: 1 }) });
/** Where users can sign in with emailed codes, some have no password. */
export const ChangeEmailByCodeBody = ChangeEmailBody.partial({ password: true });

export const SsoLinkList = z.object({
  links: z.array(
    z.object({
      provider: z.string(),
      email: nullableText,
      displayName: nullableText,
      avatarUrl: nullableText,
      linkedAt: Timestamp,
      lastUsedAt: Timestamp,
    }),
  ),
});
export const SsoLinkBody = z.strictObject({
  provider: text(32, { min: 1 }),
  returnTo: webUrlText(2048).optional(),
});
export const SsoLinkStart = z.object({ url: z.string() });
export const SsoLinkParams = z.object({ provider: text(64) });
