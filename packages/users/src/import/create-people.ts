import { type Transaction, uuidV7 } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import { disableInTransaction } from '../administration/disable-user.js';
import { sealTotpSecret } from '../mfa/totp.js';
import { addPasswordReset } from '../password/add-password-reset.js';
import { addImportedLinks } from './add-links.js';
import { changeMemberships } from './change-memberships.js';
import type { ImportedLine, ImportOptions, ImportServices } from './import-services.js';
import { LineRefused } from './line-refused.js';
import type { ImportedPerson } from './person.js';
import type { PersonPlan } from './plan-person.js';
import { grantImportedSeats } from './seats.js';

/** Somebody who has no account yet. */
export interface NewPerson {
  readonly person: ImportedPerson;
  readonly plan: PersonPlan;
}

interface Creation {
  readonly people: readonly NewPerson[];
  readonly options: ImportOptions;
}

/**
 * Creates accounts with all that belongs to them, in few statements for any number of people. Throws if one of them cannot be
 * created; roll back then. Returns them in the same order.
 */
export async function createPeople(
  tx: Transaction,
  services: ImportServices,
  { people, options }: Creation,
): Promise<ImportedLine[]> {
  const { actor } = options;
  const added = people.map(({ person, plan }) => ({ userId: uuidV7(), person, plan }));
  await insertUsers(tx, added);
  await insertTotp(tx, services, added);
  await services.events.publishAll(
    tx,
    added.map(({ userId }) => ({
      type: 'account.created' as const,
      tenantId: null,
      actor,
      subjectId: userId,
      data: {},
    })),
  );
  const linked = added.map(({ userId, plan: { links } }) => ({ userId, links }));
  await addImportedLinks(tx, services.events, { people: linked, actor });
  await addMemberships(tx, services, added, options);
  const waiting = await grantImportedSeats(tx, services, { people: added, options });
  // After the memberships: a disabled account cannot become a member.
  for (const { userId, plan } of added)
    if (plan.disabled) await disableInTransaction(tx, services.events, { user: userId, actor });
  if (options.invite) await invite(tx, services, added, options);
  return added.map(({ userId }) => ({ userId, result: 'created', waiting: waiting.has(userId) }));
}

interface Added extends NewPerson {
  readonly userId: string;
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

/** The users have no second factor yet, so the app is in use at once. */
async function insertTotp(tx: Transaction, { vault }: ImportServices, added: readonly Added[]): Promise<void> {
  const data = added.flatMap(({ userId, plan: { totpSecret } }) =>
    totpSecret === undefined
      ? []
      : [{ userId, encryptedSecret: sealTotpSecret(vault, userId, totpSecret), confirmedAt: new Date() }],
  );
  if (data.length > 0) await tx.totp.createMany({ data });
}

async function addMemberships(
  tx: Transaction,
  services: ImportServices,
  added: readonly Added[],
  options: ImportOptions,
): Promise<void> {
  const { members: service } = services.services;
  const { actor } = options;
  const members = added.flatMap(({ userId, plan }) =>
    plan.members.flatMap(({ tenantId, role }) => (tenantId === undefined ? [] : [{ tenantId, userId, role }])),
  );
  const isPlain = added.every(({ plan }) => plan.members.every(({ tenantId }) => tenantId !== undefined));
  if (service && isPlain && added.length > 1) await service.addAll(tx, { members, actor });
  else for (const { userId, plan } of added) await changeMemberships(tx, services, { userId, plan, options });
}

/** Mails the new users who have no way to sign in a link to choose a password. */
async function invite(
  tx: Transaction,
  services: ImportServices,
  added: readonly Added[],
  { language }: ImportOptions,
): Promise<void> {
  for (const { person, plan } of added) {
    if (plan.passwordHash !== undefined || plan.links.length > 0 || plan.disabled) continue;
    const { email } = person;
    const normalizedEmail = normalizeEmail(email);
    await addPasswordReset(tx, services, { email, normalizedEmail, interactionUid: null, language, welcome: true });
  }
}
