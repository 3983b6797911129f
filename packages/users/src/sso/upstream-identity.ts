import { EmailAddress, LanguageTag } from '@org/identity-core';
import { z } from 'zod';

const text = (longest: number) => z.string().trim().min(1).max(longest).optional().catch(undefined);

/** What another provider says about a person, as far as it can be used; what cannot is left out, the subject never. */
export const UpstreamIdentity = z.object({
  issuer: z.string().max(2048),
  subject: z.string().min(1).max(255),
  email: EmailAddress.optional().catch(undefined),
  /** Anything but `true` proves nothing. */
  emailVerified: z.boolean().catch(false),
  name: text(100),
  givenName: text(100),
  familyName: text(100),
  picture: z
    .url({ protocol: /^https?$/u })
    .max(2048)
    .optional()
    .catch(undefined),
  locale: LanguageTag.optional().catch(undefined),
});
export type UpstreamIdentity = z.output<typeof UpstreamIdentity>;

/** Reads the claims of an ID token that was checked, with those of userinfo where it has none. */
export function identityOf(claims: Readonly<Record<string, unknown>>): UpstreamIdentity {
  return UpstreamIdentity.parse({
    issuer: claims['iss'],
    subject: claims['sub'],
    email: claims['email'],
    emailVerified: claims['email_verified'],
    name: claims['name'],
    givenName: claims['given_name'],
    familyName: claims['family_name'],
    picture: claims['picture'],
    locale: claims['locale'],
  });
}
