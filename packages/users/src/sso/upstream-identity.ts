import { EmailAddress, isStorableText, LanguageTag, PlainName, storableText, webUrlText } from '@org/identity-core';
import { z } from 'zod';

const personName = PlainName.refine(isStorableText).optional().catch(undefined);

/** What an upstream provider says about a user. Values that cannot be used are dropped; an unusable subject is an error. */
export const UpstreamIdentity = z.object({
  issuer: storableText(2048),
  subject: storableText(255).min(1),
  email: EmailAddress.optional().catch(undefined),
  /** Only `true` counts as verified. */
  emailVerified: z.boolean().catch(false),
  name: personName,
  givenName: personName,
  familyName: personName,
  picture: webUrlText(2048).refine(isStorableText).optional().catch(undefined),
  locale: LanguageTag.optional().catch(undefined),
});
export type UpstreamIdentity = z.output<typeof UpstreamIdentity>;

/** Reads the identity from validated claims. */
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
