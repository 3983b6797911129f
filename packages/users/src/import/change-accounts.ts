import type { DomainEvent } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { setEmail } from '../administration/set-email.js';
import { addImportedLinks } from './add-links.js';
import { addImportedTotp } from './add-totp.js';
import type { ImportOptions, ImportServices } from './import-services.js';
import type { PersonPlan } from './plan-person.js';

interface Account {
  readonly userId: string;
  readonly plan: PersonPlan;
}

/** Changes what belongs to the accounts themselves, in few statements, except for new emails. Their rows are locked. */
export async function changeAccounts(
  tx: Transaction,
  services: ImportServices,
  { people, options: { actor, language } }: { people: readonly Account[]; options: ImportOptions },
): Promise<void> {
  if (people.length === 0) return;
  await changeProfiles(tx, people);
  await changeCredentials(tx, people);
  await addImportedTotp(tx, services.vault, people);
  const events = people.flatMap(({ userId, plan }) =>
    eventsOf(plan).map((event) => ({ ...event, tenantId: null, actor, subjectId: userId })),
  );
  if (events.length > 0) await services.events.publishAll(tx, events);
  const linked = people.map(({ userId, plan: { links } }) => ({ userId, links }));
  await addImportedLinks(tx, services.events, { people: linked, actor });
  for (const { plan } of people) {
    const { user, email } = plan;
    if (!user || email === undefined) continue;
    const emailVerified = plan.emailVerified === true;
    await setEmail(tx, services, { user, email, emailVerified, emailToProve: !emailVerified, actor, language });
  }
}

/** The fields of the profile that a line changes, with the external id. */
const fieldsOf = ({ profile, externalId }: PersonPlan): Readonly<Record<string, string | null>> =>
  externalId === undefined ? profile : { ...profile, externalId };

/** Whether the email is proven by the line. A new email brings its own state. */
const provesEmail = ({ email, emailVerified }: PersonPlan) => email === undefined && emailVerified === true;

function eventsOf(plan: PersonPlan): Pick<DomainEvent, 'type' | 'data'>[] {
  const changed = Object.keys(fieldsOf(plan));
  return [
    ...(changed.length > 0 ? [{ type: 'profile.updated' as const, data: { changed } }] : []),
    ...(provesEmail(plan) ? [{ type: 'email.verified' as const, data: {} }] : []),
    ...(plan.passwordHash === undefined ? [] : [{ type: 'password.changed' as const, data: {} }]),
    ...(plan.totpSecret === undefined ? [] : [{ type: 'mfa.enabled' as const, data: { method: 'totp' } }]),
  ];
}

/** All rows are one JSON value: Prisma would need a statement for each of them. */
async function changeProfiles(tx: Transaction, people: readonly Account[]): Promise<void> {
  const rows = people
    .map(({ userId, plan }) => ({ id: userId, fields: fieldsOf(plan) }))
    .filter(({ fields }) => Object.keys(fields).length > 0);
  if (rows.length === 0) return;
  await tx.$executeRaw`
    UPDATE identity.users SET
      display_name = CASE WHEN fields ? 'displayName' THEN fields ->> 'displayName' ELSE display_name END,
      given_name = CASE WHEN fields ? 'givenName' THEN fields ->> 'givenName' ELSE given_name END,
      family_name = CASE WHEN fields ? 'familyName' THEN fields ->> 'familyName' ELSE family_name END,
      locale = CASE WHEN fields ? 'locale' THEN fields ->> 'locale' ELSE locale END,
      zoneinfo = CASE WHEN fields ? 'zoneinfo' THEN fields ->> 'zoneinfo' ELSE zoneinfo END,
      external_id = coalesce(fields ->> 'externalId', external_id),
      updated_at = statement_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line(id uuid, fields jsonb)
    WHERE users.id = line.id`;
}

/** What an account signs in with. A sign-in that began before a new password or a new factor fails. */
async function changeCredentials(tx: Transaction, people: readonly Account[]): Promise<void> {
  const rows = people
    .map(({ userId, plan }) => ({
      id: userId,
      proven: provesEmail(plan),
      hash: plan.passwordHash,
      factor: plan.totpSecret !== undefined,
    }))
    .filter(({ proven, hash, factor }) => proven || hash !== undefined || factor);
  if (rows.length === 0) return;
  await tx.$executeRaw`
    UPDATE identity.users SET
      email_verified = email_verified OR proven,
      email_to_prove = email_to_prove AND NOT proven,
      password_hash = coalesce(hash, password_hash),
      password_changed_at = CASE WHEN hash IS NULL THEN password_changed_at END,
      mfa_enabled = mfa_enabled OR factor,
      sign_in_epoch = sign_in_epoch + (hash IS NOT NULL)::int + factor::int,
      updated_at = statement_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line(id uuid, proven boolean, hash text, factor boolean)
    WHERE users.id = line.id`;
}
