import { EnteredEmail, IncomingTime, LanguageTag, PlainName, TimeZone, text } from '@org/identity-core';
import { z } from 'zod';

const name = PlainName.nullable().optional();

/** A person as the other system knows them: an object of an import, without a password. */
export const MigratedPerson = z.strictObject({
  email: EnteredEmail,
  emailVerified: z.boolean().optional(),
  externalId: text(255, { min: 1 }).optional(),
  displayName: name,
  givenName: name,
  familyName: name,
  locale: LanguageTag.nullable().optional(),
  zoneinfo: TimeZone.nullable().optional(),
  createdAt: IncomingTime.optional(),
  memberships: z
    .array(z.strictObject({ tenant: text(63, { min: 1 }), role: z.enum(['owner', 'admin', 'member']).optional() }))
    .max(100)
    .optional(),
});
export type MigratedPerson = z.input<typeof MigratedPerson>;
