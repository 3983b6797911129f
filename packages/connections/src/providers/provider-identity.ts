import { EmailAddress, isStorableText, LanguageTag, PlainName, storableText } from '@org/identity-core';
import { z } from 'zod';

const personName = PlainName.refine(isStorableText).optional().catch(undefined);
// Some providers send booleans as texts.
const verified = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
]);

/** What a provider says about a user. Values that cannot be used are dropped; an unusable subject is an error. */
export const ProviderIdentity = z.object({
  issuer: storableText(2048),
  subject: storableText(255).min(1),
  email: EmailAddress.refine(isStorableText).optional().catch(undefined),
  /** Undefined if the provider does not say. */
  emailVerified: z.boolean().optional(),
  name: personName,
  givenName: personName,
  familyName: personName,
  locale: LanguageTag.optional().catch(undefined),
  amr: z.array(storableText(64)).max(20).catch([]),
  acr: storableText(255).optional().catch(undefined),
  /**
   * The domain of the organization, at a provider that serves many; empty if it names none. Undefined at a provider of one
   * organization.
   */
  organization: storableText(253).optional(),
  /** Names of groups. */
  groups: z.array(storableText(200)).max(200).optional().catch(undefined),
  /** What else a provider of another kind has sent. */
  attributes: z
    .record(storableText(200), z.array(storableText(1000)).max(50))
    .optional()
    .catch(undefined),
});
export type ProviderIdentity = z.output<typeof ProviderIdentity>;

const HostedDomain = storableText(253).toLowerCase().catch('');

/** The claim that has the email. */
export type EmailClaim = 'email' | 'preferred_username' | 'upn';

interface Reading {
  /** Whether the provider serves many organizations, as Google does. */
  readonly ofMany?: boolean;
  readonly emailClaim?: EmailClaim;
}

/**
 * Reads the identity from validated claims. `email_verified` is about the claim `email` alone: for any other claim, the
 * tenant's verified domain is the proof.
 */
export function identityOf(
  claims: Readonly<Record<string, unknown>>,
  { ofMany = false, emailClaim = 'email' }: Reading = {},
): ProviderIdentity {
  return ProviderIdentity.parse({
    issuer: claims['iss'],
    subject: claims['sub'],
    email: claims[emailClaim],
    emailVerified: emailClaim === 'email' ? verified.get(claims['email_verified']) : undefined,
    name: claims['name'],
    givenName: claims['given_name'],
    familyName: claims['family_name'],
    locale: claims['locale'],
    amr: claims['amr'],
    acr: claims['acr'],
    ...(ofMany ? { organization: HostedDomain.parse(claims['hd']) } : {}),
  });
}

// Exact values only: `acr` has no common scale, so a prefix or a part of a text proves nothing.
const strongAcr = new Set([
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
]);

/** Whether the provider says that the user has passed a second factor there. */
export const hasProviderMfa = ({ amr, acr }: Pick<ProviderIdentity, 'amr' | 'acr'>): boolean =>
  amr.includes('mfa') || (acr !== undefined && strongAcr.has(acr));
