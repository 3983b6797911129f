import { z } from 'zod';
import { ForeignHashError } from '../foreign-passwords/foreign-hash-error.js';
import { phcOfKeycloak } from '../foreign-passwords/keycloak-credential.js';
import { PersonProblem } from './entries.js';
import type { Notes } from './person-fields.js';
import {
  compact,
  needEmail,
  parseJson,
  readEntry,
  readLinks,
  readLocale,
  readTime,
  Text,
  toBase32,
} from './person-fields.js';

const Credential = z.object({
  type: z.string(),
  secretData: z.string().nullish(),
  credentialData: z.string().nullish(),
});
type Credential = z.output<typeof Credential>;

const User = z.object({
  id: Text,
  username: Text,
  email: Text,
  emailVerified: z.boolean().nullish(),
  firstName: Text,
  lastName: Text,
  enabled: z.boolean().nullish(),
  createdTimestamp: z.number().nullish(),
  serviceAccountClientId: Text,
  attributes: z.record(z.string(), z.array(z.string())).nullish(),
  credentials: z.array(Credential).nullish(),
  federatedIdentities: z.array(z.object({ identityProvider: z.string(), userId: z.string() })).nullish(),
});

/** A user of a realm that Keycloak has exported. Returns undefined for a service account. */
export function readKeycloak(
  value: unknown,
  notes: Notes,
  { providers }: { providers?: readonly string[] | undefined },
) {
  notes.add('Roles, groups, organizations, attributes and required actions of Keycloak are not carried over.');
  const user = readEntry(User, value);
  if (user.serviceAccountClientId) {
    notes.add('Service accounts of Keycloak are left out: clients are set up here.');
    return undefined;
  }
  const { firstName, lastName, attributes, credentials } = user;
  const links = (user.federatedIdentities ?? []).map(({ identityProvider, userId }) => ({
    provider: identityProvider,
    subject: userId,
  }));
  return compact({
    email: needEmail(user.email),
    emailVerified: user.emailVerified ?? false,
    externalId: user.id,
    displayName: [firstName, lastName].filter(Boolean).join(' '),
    givenName: firstName,
    familyName: lastName,
    locale: readLocale(attributes?.['locale']?.[0]),
    zoneinfo: attributes?.['zoneinfo']?.[0],
    createdAt: readTime(user.createdTimestamp),
    disabled: user.enabled === undefined || user.enabled === null ? undefined : !user.enabled,
    password: passwordOf(credentials ?? []),
    totpSecret: totpOf(credentials ?? [], notes),
    links: readLinks(links, providers, notes),
  });
}

function passwordOf(credentials: readonly Credential[]) {
  const credential = credentials.find(({ type }) => type === 'password');
  if (!credential) return undefined;
  try {
    return phcOfKeycloak(credential);
  } catch (error) {
    if (error instanceof ForeignHashError) throw new PersonProblem('password', error.message);
    throw error;
  }
}

const json = z.string().transform(parseJson);
const Otp = z.object({
  secretData: json.pipe(z.object({ value: z.string() })),
  credentialData: json.pipe(
    z.object({
      subType: z.string(),
      digits: z.number(),
      period: z.number(),
      algorithm: z.string(),
      secretEncoding: z.string().nullish(),
    }),
  ),
});

function totpOf(credentials: readonly Credential[], notes: Notes): string | undefined {
  if (credentials.some(({ type }) => type.startsWith('webauthn') || type.startsWith('recovery')))
    notes.add('Passkeys, security keys and recovery codes of Keycloak are not carried over.');
  const credential = credentials.find(({ type }) => type === 'otp');
  if (!credential) return undefined;
  const { secretData, credentialData: otp } = readEntry(Otp, credential);
  if (otp.subType !== 'totp' || otp.digits !== 6 || otp.period !== 30 || otp.algorithm !== 'HmacSHA1') {
    notes.add('Authenticator apps are carried over with six digits, 30 seconds and SHA-1 only.');
    return undefined;
  }
  // Without this mark, the secret is the text itself.
  return otp.secretEncoding === 'BASE32' ? secretData.value : toBase32(Buffer.from(secretData.value));
}
