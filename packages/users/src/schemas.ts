import { Timestamp } from '@org/identity-core';
import { z } from 'zod';

const text = z.string().nullable();

/** The profile a person sees of themselves. */
export const UserProfile = z.object({
  id: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  username: text,
  displayName: text,
  givenName: text,
  familyName: text,
  middleName: text,
  nickname: text,
  pictureUrl: text,
  website: text,
  gender: text,
  birthdate: text,
  zoneinfo: text,
  locale: text,
  phone: text,
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
