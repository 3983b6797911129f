import { createHash } from 'node:crypto';
import type { Transaction } from '@org/identity-prisma';
import { z } from 'zod';
import { accountClientId } from '../provider/account-client.js';
import { machineScopes, userScopes } from '../provider/configuration.js';

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** RFC 9700: exact addresses, https except on the own machine, nothing a browser would run or cut off. */
const RedirectUri = z.string().superRefine((value, context) => {
  const problem = redirectUriProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

function redirectUriProblem(value: string): string | undefined {
  if (!URL.canParse(value)) return 'is not an absolute address';
  const url = new URL(value);
  if (value.includes('#')) return 'must not have a fragment';
  if (value.includes('*')) return 'must be one exact address, without wildcards';
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
const BackchannelLogoutUri = RedirectUri.refine((value) => /^https?:/iu.test(value), 'must be an address of the web');

const Origin = z
  .string()
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value,
    'must be an origin such as https://app.example.com',
  );
const Secret = z.string().min(32, 'must have at least 32 characters: make one with "openssl rand -base64 48"').max(256);
const WebUrl = z.url({ protocol: /^https?$/u });

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
  tenant: z.string().optional(),
  redirectUris: z.array(RedirectUri).min(1, 'needs at least one address'),
  postLogoutRedirectUris: z.array(RedirectUri).default([]),
  /** Where the client is told that a session has ended. */
  backchannelLogoutUri: BackchannelLogoutUri.optional(),
  /** Origins that call us from a browser, besides those of an SPA's redirect URIs. */
  origins: z.array(Origin).default([]),
  scopes: z.array(z.enum(userScopes)).default([...userScopes]),
};

/** An OAuth client as the seed lists it. */
export const ClientSeed = z
  .discriminatedUnion('type', [
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
  ])
  .refine((client) => client.type === 'MACHINE' || !client.licenseClaims || client.application !== undefined, {
    path: ['licenseClaims'],
    message: 'needs an application whose licenses it can tell',
  });
export type ClientSeed = z.input<typeof ClientSeed>;

export interface ClientReferences {
  applicationId: string | null;
  tenantId: string | null;
}

/** Adds a client or brings it to what the seed says; its secret is stored by hash. */
export async function seedClient(
  tx: Transaction,
  client: z.output<typeof ClientSeed>,
  references: ClientReferences,
): Promise<void> {
  const { id, name, type, scopes } = client;
  const uris =
    client.type === 'MACHINE'
      ? { redirectUris: [], postLogoutRedirectUris: [], origins: [], backchannelLogoutUri: null }
      : browserUris(client);
  const data = {
    name,
    type,
    scopes,
    firstParty: client.type === 'MACHINE' || client.firstParty,
    licenseClaims: client.type !== 'MACHINE' && client.licenseClaims,
    clientUri: client.clientUri ?? null,
    logoUri: client.logoUri ?? null,
    policyUri: client.policyUri ?? null,
    tosUri: client.tosUri ?? null,
    ...uris,
    ...references,
  };
  await tx.client.upsert({ where: { id }, create: { id, ...data }, update: data });
  if (client.type === 'SPA') return;
  const hash = Uint8Array.from(createHash('sha256').update(client.secret).digest());
  // What the seed says is the truth: a secret that was taken out of it opens nothing any more.
  await tx.clientSecret.deleteMany({ where: { clientId: id, NOT: { hash } } });
  await tx.clientSecret.upsert({
    where: { clientId_hash: { clientId: id, hash } },
    create: { clientId: id, hash },
    update: {},
  });
}

function browserUris(client: Exclude<z.output<typeof ClientSeed>, { type: 'MACHINE' }>) {
  const { redirectUris, postLogoutRedirectUris, origins, backchannelLogoutUri = null } = client;
  const own =
    client.type === 'SPA' ? redirectUris.map((uri) => new URL(uri).origin).filter((origin) => origin !== 'null') : [];
  return {
    redirectUris,
    postLogoutRedirectUris,
    backchannelLogoutUri,
    origins: [...new Set([...origins, ...own])],
  };
}
