import { IdentityError } from '@org/identity-core';
import { lockUserRow, type Transaction } from '@org/identity-prisma';
import { disableInTransaction, enableInTransaction } from '../administration/disable-user.js';
import { setEmail } from '../administration/set-email.js';
import { addImportedLinks } from './add-links.js';
import { addImportedTotp } from './add-totp.js';
import { changeMemberships } from './change-memberships.js';
import { createPeople } from './create-people.js';
import type { ImportedLine, ImportOptions, ImportServices } from './import-services.js';
import { readKnownPeople, readReferences } from './known-people.js';
import { LineRefused, refusing } from './line-refused.js';
import type { ImportedPerson } from './person.js';
import { isEmptyPlan, type PersonPlan, planPerson } from './plan-person.js';
import { grantImportedSeats } from './seats.js';

/**
 * Imports one person in the caller's transaction. Throws LineRefused if a rule of the import is against it; roll back then.
 * After the commit, call `sendMail` and `sendLogoutNotices`.
 */
export async function importPerson(
  tx: Transaction,
  services: ImportServices,
  { person, options }: { person: ImportedPerson; options: ImportOptions },
): Promise<ImportedLine> {
  const references = await readReferences(tx, [person]);
  let plan = await refusing('password', async () =>
    planPerson(person, await readKnownPeople(tx, [person]), references, options),
  );
  if (!plan.user) return createPerson(tx, services, { person, plan, options });
  if (isEmptyPlan(plan)) return { userId: plan.user.id, result: 'unchanged', waiting: plan.waits };
  // The user before the tenants: see the lock order. What was read before the lock may have changed.
  await lockUserRow(tx, plan.user.id);
  plan = await refusing('password', async () =>
    planPerson(person, await readKnownPeople(tx, [person]), references, options),
  );
  if (!plan.user) throw new LineRefused('email', 'The account has changed at the same moment. Import the line again.');
  return changePerson(tx, services, { plan, options, userId: plan.user.id });
}

async function createPerson(
  tx: Transaction,
  services: ImportServices,
  { person, plan, options }: { person: ImportedPerson; plan: PersonPlan; options: ImportOptions },
): Promise<ImportedLine> {
  const [created] = await createPeople(tx, services, { people: [{ person, plan }], options });
  if (!created) throw new Error('The account was not created.');
  return created;
}

interface Change {
  readonly plan: PersonPlan;
  readonly options: ImportOptions;
  readonly userId: string;
}

async function changePerson(tx: Transaction, services: ImportServices, change: Change): Promise<ImportedLine> {
  const { plan, options, userId } = change;
  const { actor } = options;
  await changeAccount(tx, services, change);
  // Before the memberships: a disabled account cannot become a member.
  if (plan.disabled === false) await enableInTransaction(tx, services.events, { user: userId, actor });
  await changeMemberships(tx, services, { plan, options, userId });
  const waiting = await grantImportedSeats(tx, services, { people: [{ userId, plan }], options });
  if (plan.disabled === true) await disableInTransaction(tx, services.events, { user: userId, actor });
  return { userId, result: 'changed', waiting: plan.waits || waiting.has(userId) };
}

/** Changes what belongs to the account itself. Its row is locked. */
async function changeAccount(tx: Transaction, services: ImportServices, { plan, options, userId }: Change) {
  const { user, profile, email, emailVerified, externalId, passwordHash, totpSecret, links } = plan;
  if (!user) return;
  const { actor, language } = options;
  const { events } = services;
  const publish = (type: 'profile.updated' | 'email.verified' | 'password.changed', data = {}) =>
    events.publish(tx, { type, tenantId: null, actor, subjectId: userId, data });
  const changed = [...Object.keys(profile), ...(externalId === undefined ? [] : ['externalId'])];
  if (changed.length > 0) {
    const data = { ...profile, ...(externalId === undefined ? {} : { externalId }) };
    await tx.user.update({ where: { id: userId }, data });
    await publish('profile.updated', { changed });
  }
  if (email !== undefined) {
    const verified = emailVerified === true;
    const to = { email, emailVerified: verified, emailToProve: !verified, actor, language };
    await setEmail(tx, services, { user, ...to });
  } else if (emailVerified) {
    await tx.user.update({ where: { id: userId }, data: { emailVerified: true, emailToProve: false } });
    await publish('email.verified');
  }
  if (passwordHash !== undefined) {
    const data = { passwordHash, passwordChangedAt: null, signInEpoch: { increment: 1 } };
    await tx.user.update({ where: { id: userId }, data });
    await publish('password.changed');
  }
  if (totpSecret !== undefined) await addImportedTotp(tx, services, { userId, totpSecret, actor });
  await addImportedLinks(tx, services.events, { people: [{ userId, links }], actor });
}

/** The error of the API for a person who is refused. */
export function apiErrorOf({ field, reason, code }: LineRefused): IdentityError {
  if (code) return new IdentityError(code, reason);
  return new IdentityError('VALIDATION_FAILED', 'Some fields are missing or not valid; see details.', {
    details: [{ path: field, message: reason }],
  });
}
