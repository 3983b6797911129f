import { EnteredEmail, IncomingTime, LanguageTag, PlainName, storableText, TimeZone, text } from '@org/identity-core';
import { z } from 'zod';
import { ForeignPassword } from '../foreign-passwords/stored-hash.js';
import { importedSecretLength } from '../mfa/totp.js';

const maxMemberships = 100;
const maxLicenses = 100;
const maxLinks = 20;

/** The base32 secret of an authenticator app. */
const TotpSecret = text(importedSecretLength.max, { trim: true })
  .overwrite((secret) => secret.replaceAll(/[ =-]/gu, '').toUpperCase())
  .min(importedSecretLength.min)
  .regex(/^[A-Z2-7]+$/u, 'must be a secret in base32');

/** A license of a membership. */
export const ImportedLicense = z.strictObject({
  application: text(200, { min: 1 }),
  licenseType: text(200, { min: 1 }),
});
/** A membership of a person. */
export const ImportedMembership = z.strictObject({
  tenant: text(63, { min: 1 }),
  /** Absent: a new member is a `member`, and an existing one keeps the role. */
  role: z.enum(['owner', 'admin', 'member']).optional(),
  licenses: z.array(ImportedLicense).max(maxLicenses).optional(),
});
/** An account at an upstream provider. */
export const ImportedLink = z.strictObject({
  provider: text(32, { min: 1 }),
  subject: storableText(255).min(1),
  /** Only for a provider with several issuers, such as Microsoft. */
  issuer: storableText(2048).min(1).optional(),
});

export const ExternalId = text(255, { min: 1 });

/** A person of an import, of one line. Absent fields change nothing; null clears a field. */
export const ImportedPerson = z.strictObject({
  email: EnteredEmail,
  emailVerified: z.boolean().optional(),
  externalId: ExternalId.nullable().optional(),
  displayName: PlainName.nullable().optional(),
  givenName: PlainName.nullable().optional(),
  familyName: PlainName.nullable().optional(),
  locale: LanguageTag.nullable().optional(),
  zoneinfo: TimeZone.nullable().optional(),
  createdAt: IncomingTime.optional(),
  disabled: z.boolean().optional(),
  password: ForeignPassword.nullable().optional(),
  totpSecret: TotpSecret.nullable().optional(),
  links: z.array(ImportedLink).max(maxLinks).optional(),
  memberships: z.array(ImportedMembership).max(maxMemberships).optional(),
});
export type ImportedPerson = z.output<typeof ImportedPerson>;
