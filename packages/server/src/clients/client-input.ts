import { isLoopback, StartUrl } from '@org/identity-core';
import { z } from 'zod';
import { accountClientId } from './account-client.js';
import { browserScopes, machineScopes, userScopes } from './scopes.js';

/** RFC 9700: exact addresses, https except on the own machine, nothing a browser would run or cut off. */
const RedirectUri = z.string().superRefine((value, context) => {
  const problem = redirectUriProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

function redirectUriProblem(value: string): string | undefined {
  if (!URL.canParse(value)) return 'must be an absolute URL';
  const url = new URL(value);
  if (value.includes('#')) return 'must not have a fragment';
  if (value.includes('*')) return 'must be one exact URL, without wildcards';
  if (url.username || url.password) return 'must not hold credentials';
  if (['javascript:', 'data:', 'file:', 'vbscript:', 'blob:'].includes(url.protocol))
    return `must not use ${url.protocol}`;
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'must use https (http only on localhost)';
  // RFC 8252 §7.1: a private-use scheme is a reversed domain name, so that no two apps share one.
  if (!/^https?:$/u.test(url.protocol) && !url.protocol.includes('.'))
    return 'needs https or a scheme like com.example.app';
  return undefined;
}

/** OpenID Connect Back-Channel Logout §2.2: called by us, so it is an address of the web. */
const BackchannelLogoutUri = RedirectUri.refine((value) => /^https?:/iu.test(value), 'must be an http or https URL');

const Origin = z
  .string()
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value,
    'must be an origin such as https://app.example.com',
  );
const Secret = z.string().min(32, 'must have at least 32 characters: make one with "openssl rand -base64 48"').max(256);
const WebUrl = z.url({ protocol: /^https?$/u, error: 'must be an http or https URL' });

const shared = {
  id: z
    .string()
    .regex(/^[\w.-]{3,100}$/u, 'must be 3 to 100 letters, digits, dots, hyphens or underscores')
    .refine((id) => id !== accountClientId, 'is the name of a client of the service itself'),
  name: z.string().min(1).max(100),
  application: z.string().optional(),
  clientUri: WebUrl.optional(),
  logoUri: WebUrl.optional(),
  policyUri: WebUrl.optional(),
  tosUri: WebUrl.optional(),
};
const browser = {
  ...shared,
  firstParty: z.boolean().default(false),
  /** Tokens say which license of the client's application the person holds. */
  licenseClaims: z.boolean().default(false),
  /** Whether an `openid` request needs a `nonce`; absent: as the server's option says. */
  requireNonce: z.boolean().optional(),
  /** The ID token carries the claims of `profile` and `email`, for libraries that never call userinfo. */
  idTokenClaims: z.boolean().default(false),
  tenant: z.string().optional(),
  redirectUris: z.array(RedirectUri).min(1, 'is required'),
  postLogoutRedirectUris: z.array(RedirectUri).default([]),
  /** The page where people begin to use the application: where an accepted invitation leads. */
  startUrl: StartUrl.optional(),
  /** Where the client is told that a session has ended. */
  backchannelLogoutUri: BackchannelLogoutUri.optional(),
  /** Origins that call us from a browser, besides those of an SPA's redirect URIs. */
  origins: z.array(Origin).default([]),
  scopes: z.array(z.enum(browserScopes)).default([...userScopes]),
};

/** An OAuth client as the seed lists it, and as a command creates it. */
export const ClientInput = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('CONFIDENTIAL'), secret: Secret, ...browser }),
      z.strictObject({ type: z.literal('SPA'), ...browser }),
      z.strictObject({
        type: z.literal('MACHINE'),
        secret: Secret,
        ...shared,
        /** Without a tenant the client acts for the whole platform. */
        tenant: z.string().optional(),
        scopes: z.array(z.enum(machineScopes)).min(1),
      }),
    ],
    { error: 'must be CONFIDENTIAL, SPA or MACHINE' },
  )
  .refine((client) => client.type === 'MACHINE' || !client.licenseClaims || client.application !== undefined, {
    path: ['licenseClaims'],
    message: 'needs an application whose licenses it can tell',
  });
export type ClientInput = z.output<typeof ClientInput>;
