import { z } from 'zod';
import { ImportFileError } from './entries.js';
import type { Notes } from './person-fields.js';
import { compact, needEmail, readEntry, readLinks, readTime, Text } from './person-fields.js';

const User = z.object({
  localId: Text,
  email: Text,
  emailVerified: z.boolean().nullish(),
  passwordHash: Text,
  salt: Text,
  displayName: Text,
  createdAt: z.union([z.string(), z.number()]).nullish(),
  disabled: z.boolean().nullish(),
  providerUserInfo: z.array(z.object({ providerId: z.string(), rawId: z.string().optional() })).nullish(),
});

/** The hash parameters of a project, which its console shows. */
export interface FirebaseParameters {
  readonly signerKey?: string | undefined;
  readonly saltSeparator?: string | undefined;
  readonly rounds?: number | undefined;
  readonly memCost?: number | undefined;
}

interface Options {
  readonly firebase?: FirebaseParameters | undefined;
  readonly providers?: readonly string[] | undefined;
}

/** Ways to sign in that are no other provider. */
const own = new Set(['password', 'phone', 'emailLink', 'anonymous']);

/** A user of `firebase auth:export`. Returns undefined for an anonymous user. */
export function readFirebase(value: unknown, notes: Notes, { firebase, providers }: Options) {
  notes.add('Custom claims, phone numbers and second factors of Firebase are not carried over.');
  const user = readEntry(User, value);
  const links = (user.providerUserInfo ?? []).filter(({ providerId }) => !own.has(providerId));
  if (!user.email && links.length === 0 && !user.passwordHash) {
    notes.add('Anonymous users of Firebase, and those with a phone number only, are left out.');
    return undefined;
  }
  return compact({
    email: needEmail(user.email),
    emailVerified: user.emailVerified ?? false,
    externalId: user.localId,
    displayName: user.displayName,
    createdAt: readTime(user.createdAt),
    disabled: user.disabled ?? undefined,
    password: passwordOf(user, firebase),
    links: readLinks(
      links.map(({ providerId, rawId = '' }) => ({ provider: providerId, subject: rawId })),
      providers,
      notes,
    ),
  });
}

function passwordOf({ passwordHash: hash, salt }: z.output<typeof User>, parameters: FirebaseParameters = {}) {
  if (!hash) return undefined;
  if (parameters.signerKey === undefined || parameters.rounds === undefined || parameters.memCost === undefined)
    throw new ImportFileError(
      'The file has password hashes: give --firebase-signer-key, --firebase-salt-separator, --firebase-rounds and ' +
        '--firebase-mem-cost. The console of Firebase shows them.',
    );
  return { algorithm: 'firebase-scrypt', hash, salt, ...parameters };
}
