import { nameSchema, text } from '@org/identity-core';
import { z } from 'zod';

function issuerProblem(value: string): string | undefined {
  // A URL parser drops spaces and control characters, so another URL than the shown one would be called.
  if (!/^https?:\/\/[\u0021-\u007e]+$/iu.test(value) || !URL.canParse(value)) return 'must be an absolute https URL';
  const { username, password } = new URL(value);
  if (username || password) return 'must not contain credentials';
  if (/[?#]/u.test(value)) return 'must not have a query or a fragment';
  return undefined;
}

/** The issuer of a provider. Whether http is allowed is checked later: see `requireAllowedIssuer`. */
const Issuer = text(2000, { trim: true }).superRefine((value, context) => {
  const problem = issuerProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});
const visible = /^[\u0020-\u007e]+$/u;
/** The detail of an error, by which pages tell this mistake from a text that is missing. */
export const onlyVisible = 'must have visible ASCII characters only';
const ClientId = text(500, { trim: true, min: 1 }).regex(visible, onlyVisible);
const ClientSecret = text(2000, { min: 1 }).regex(visible, onlyVisible);
/** The claims that can have the email. */
export const emailClaims = ['email', 'preferred_username', 'upn'] as const;
const EmailClaim = z.enum(emailClaims);

/** What owners send. */
export const oidcRequest = {
  provider: { issuer: Issuer, clientId: ClientId, clientSecret: ClientSecret },
  options: { emailClaim: EmailClaim.optional(), logoutAtProvider: z.boolean().optional() },
};

const ShownEmailClaim = z.enum(emailClaims);
nameSchema(ShownEmailClaim, 'ConnectionEmailClaim');

/** Never the secret. */
export const oidcReply = {
  provider: { issuer: z.string(), clientId: z.string() },
  options: {
    emailClaim: ShownEmailClaim,
    logoutAtProvider: z.boolean(),
    redirectUri: z.string(),
    initiateLoginUri: z.string(),
    postLogoutRedirectUri: z.string(),
  },
};

export const OidcSettings = z.object({
  clientId: z.string(),
  emailClaim: EmailClaim,
  logoutAtProvider: z.boolean(),
});

/** A sentence for each field, for the API description. */
export const oidcWords = {
  issuer: 'The issuer of the provider, as its discovery document has it.',
  clientId: 'The client that is registered for this service at the provider.',
  clientSecret: 'The secret of the client. No response has it.',
  emailClaim: 'The claim that has the email. It has to be in a verified domain of the connection.',
  logoutAtProvider: 'Whether signing out here also signs out at the provider.',
  redirectUri: 'The redirect URI to register at the provider.',
  initiateLoginUri: 'The URL that starts a sign-in by it, for the application page of the provider.',
  postLogoutRedirectUri: 'The URI to register at the provider for signing out.',
};
