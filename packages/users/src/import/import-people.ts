import { lockTenantRows, lockUserRows, type Transaction, uuidV7 } from '@org/identity-prisma';
import { disableInTransaction, enableInTransaction } from '../administration/disable-user.js';
import { changeAccounts } from './change-accounts.js';
import { changeMemberships } from './change-memberships.js';
import { createAccounts, inviteCreated } from './create-accounts.js';
import type { ImportedLine, ImportOptions, ImportServices } from './import-services.js';
import { readKnownPeople, readReferences } from './known-people.js';
import { LineRefused, refusing } from './line-refused.js';
import type { ImportedPerson } from './person.js';
import { isEmptyPlan, type PersonPlan, planPerson } from './plan-person.js';
import { grantImportedSeats } from './seats.js';

/** Somebody who has no account yet. */
export interface NewPerson {
  readonly person: ImportedPerson;
  readonly plan: PersonPlan;
}

/** Somebody who has an account. */
export interface KnownPerson {
  readonly person: ImportedPerson;
  readonly userId: string;
}

interface People {
  readonly created: readonly NewPerson[];
  readonly known: readonly KnownPerson[];
  readonly options: ImportOptions;
}

/**
 * Imports people with all that belongs to them, in few statements for any number of them. No two of them are the same person.
 * Throws if one of them cannot be imported; roll back then. Returns both lists in the same order. After the commit, call
 * `sendMail` and `sendLogoutNotices`.
 */
export async function importPeople(
  tx: Transaction,
  services: ImportServices,
  { created, known, options }: People,
): Promise<{ created: ImportedLine[]; known: ImportedLine[] }> {
  const { actor } = options;
  const changed = await planUnderLock(tx, known, options);
  const added = created.map((one) => ({ userId: uuidV7(), ...one }));
  // The users before the tenants, and all of the tenants at once: see the lock order.
  const people = [...changed.filter(({ plan }) => !isEmptyPlan(plan)), ...added];
  await lockTenants(tx, people);
  await changeAccounts(tx, services, { people: changed, options });
  await createAccounts(tx, services, { people: added, options });
  // Before the memberships: a disabled account cannot become a member. For the same reason the others are disabled after them.
  for (const { userId, plan } of changed)
    if (plan.disabled === false) await enableInTransaction(tx, services.events, { user: userId, actor });
  const tenants = await changeMemberships(tx, services, { people, options });
  const waiting = await grantImportedSeats(tx, services, { people, options });
  for (const { userId, plan } of people)
    if (plan.disabled) await disableInTransaction(tx, services.events, { user: userId, actor });
  if (options.invite) await inviteCreated(tx, services, { people: added, options });
  const lineOf = ({ userId, plan }: PlannedPerson, result: ImportedLine['result']) => ({
    userId,
    result,
    waiting: plan.waits || waiting.has(userId),
    remarks: plan.remarks,
    tenantIds: tenants.get(userId) ?? [],
  });
  return {
    created: added.map((one) => lineOf(one, 'created')),
    known: changed.map((one) => lineOf(one, isEmptyPlan(one.plan) ? 'unchanged' : 'changed')),
  };
}

/** A person with the id of the account, which may be new, and what has to change. */
export interface PlannedPerson extends NewPerson {
  readonly userId: string;
}

/** Locks the accounts and plans again: what was read before the lock may have changed. */
async function planUnderLock(
  tx: Transaction,
  known: readonly KnownPerson[],
  options: ImportOptions,
): Promise<PlannedPerson[]> {
  if (known.length === 0) return [];
  await lockUserRows(
    tx,
    known.map(({ userId }) => userId),
  );
  const people = known.map(({ person }) => person);
  const references = await readReferences(tx, people);
  const accounts = await readKnownPeople(tx, people);
  return Promise.all(
    known.map(async ({ person, userId }) => {
      const plan = await refusing('password', async () => planPerson(person, accounts, references, options));
      if (plan.user?.id !== userId)
        throw new LineRefused('email', 'The account has changed at the same moment. Import the line again.');
      return { person, userId, plan };
    }),
  );
}

async function lockTenants(tx: Transaction, people: readonly PlannedPerson[]): Promise<void> {
  const tenantIds = people.flatMap(({ plan }) => plan.members.flatMap(({ tenantId }) => tenantId ?? []));
  if (tenantIds.length > 0) await lockTenantRows(tx, [...new Set(tenantIds)]);
}
