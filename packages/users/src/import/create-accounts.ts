import type { Transaction } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import { addPasswordReset } from '../password/add-password-reset.js';
import { addImportedLinks } from './add-links.js';
import { addImportedTotp } from './add-totp.js';
import type { ImportOptions, ImportServices } from './import-services.js';
import { LineRefused } from './line-refused.js';
import type { ImportedPerson } from './person.js';
import type { PersonPlan } from './plan-person.js';

interface Added {
  readonly userId: string;
  readonly person: ImportedPerson;
  readonly plan: PersonPlan;
}

interface Creation {
  readonly people: readonly Added[];
  readonly options: ImportOptions;
}

/** Creates accounts with their credentials, in few statements for any number of people. Throws if one of them exists. */
export async function createAccounts(
  tx: Transaction,
  services: ImportServices,
  { people, options: { actor } }: Creation,
): Promise<void> {
  if (people.length === 0) return;
  await insertUsers(tx, people);
  await addImportedTotp(tx, services.vault, people);
  await services.events.publishAll(
    tx,
    people.map(({ userId }) => ({
      type: 'account.created' as const,
      tenantId: null,
      actor,
      subjectId: userId,
      data: {},
    })),
  );
  const linked = people.map(({ userId, plan: { links } }) => ({ userId, links }));
  await addImportedLinks(tx, services.events, { people: linked, actor });
}

/** All rows are one JSON value: Prisma needs long to build a statement with many rows. */
async function insertUsers(tx: Transaction, added: readonly Added[]): Promise<void> {
  const rows = added.map(({ userId, person, plan: { passwordHash, totpSecret } }) => ({
    id: userId,
    email: person.email,
    normalizedEmail: normalizeEmail(person.email),
    verified: person.emailVerified === true,
    externalId: person.externalId ?? undefined,
    displayName: person.displayName ?? undefined,
    givenName: person.givenName ?? undefined,
    familyName: person.familyName ?? undefined,
    locale: person.locale ?? undefined,
    zoneinfo: person.zoneinfo ?? undefined,
    createdAt: person.createdAt?.toISOString(),
    passwordHash,
    mfa: totpSecret !== undefined,
  }));
  const count = await tx.$executeRaw`
    INSERT INTO identity.users (id, email, normalized_email, email_verified, email_to_prove, external_id, display_name,
      given_name, family_name, locale, zoneinfo, created_at, password_hash, mfa_enabled)
    SELECT id, email, "normalizedEmail", verified, NOT verified, "externalId", "displayName",
      "givenName", "familyName", locale, zoneinfo, coalesce("createdAt", statement_timestamp()), "passwordHash", mfa
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS person(
      id uuid, email text, "normalizedEmail" text, verified boolean, "externalId" text, "displayName" text,
      "givenName" text, "familyName" text, locale text, zoneinfo text, "createdAt" timestamptz, "passwordHash" text,
      mfa boolean)
    ON CONFLICT DO NOTHING`;
  if (count < rows.length)
    throw new LineRefused(
      'email',
      'Another account has taken this email or external id at the same moment.',
      'EMAIL_TAKEN',
    );
}

/** Mails the new users who have no way to sign in a link to choose a password. */
export async function inviteCreated(
  tx: Transaction,
  services: ImportServices,
  { people, options: { language } }: Creation,
): Promise<void> {
  for (const { person, plan } of people) {
    if (plan.passwordHash !== undefined || plan.links.length > 0 || plan.disabled) continue;
    const { email } = person;
    const normalizedEmail = normalizeEmail(email);
    await addPasswordReset(tx, services, { email, normalizedEmail, interactionUid: null, language, welcome: true });
  }
}
