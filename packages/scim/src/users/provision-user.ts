import type { Transaction } from '@org/identity-prisma';
import type { LogNotes } from '../log/write-log.js';
import { notUnique } from '../protocol/scim-error.js';
import { actorOfDirectory, type CallingDirectory, membersOf, type ScimServices } from '../services.js';
import { manages, readStanding } from '../standing/read-standing.js';
import { type AccountNames, newNames } from './account-of-user.js';

/**
 * What a resource stands for: an account, a member whom an owner has to hand over first, or an invitation that somebody has to
 * accept first.
 */
export type Provisioned =
  | { readonly status: 'ACTIVE'; readonly userId: string; readonly invitationId: null }
  | { readonly status: 'PENDING'; readonly userId: string; readonly invitationId: null; readonly active: boolean }
  | {
      readonly status: 'PENDING';
      readonly userId: null;
      readonly invitationId: string;
      readonly foreignInvitation: boolean;
    };

interface Wanted {
  readonly directory: CallingDirectory;
  readonly email: string;
  readonly names: AccountNames;
  /** The resource itself, if it exists already. */
  readonly exceptId?: string;
}

/**
 * Makes a user of the directory an active member, under the tenant's lock. An account is created only for an email of the
 * tenant's verified domains that nobody has. An account of somebody is never taken over: it is invited. Only somebody who is
 * a member of this tenant already is this member, and stays as they are unless the directory manages them.
 */
export async function provisionUser(
  tx: Transaction,
  services: ScimServices,
  { wanted, notes }: { wanted: Wanted; notes: LogNotes },
): Promise<Provisioned> {
  const { accounts } = services;
  const { directory, email } = wanted;
  const { tenantId, directoryId } = directory;
  const actor = actorOfDirectory(directory);
  const members = membersOf(services);
  const account = await accounts.findByEmail(tx, email);
  const owned = (await services.services.connections?.ownsEmail(tx, { tenantId, email })) ?? false;
  if (!account) {
    const created = owned ? await createAccount(tx, services, wanted) : undefined;
    if (created === undefined) return invite(tx, services, { wanted, notes });
    await members.add(tx, { tenantId, userId: created, role: 'member', actor });
    notes.outcomes.add('created');
    return linked(created);
  }
  const userId = account.id;
  const key = { tenantId, userId };
  const standing = await readStanding(tx, { directoryId, userId });
  if (standing?.member) {
    const { active } = standing.member;
    await requireFree(tx, { directoryId, userId, exceptId: wanted.exceptId });
    if (!(await manages(tx, services, { tenantId, standing }))) {
      notes.outcomes.add('pending');
      return { status: 'PENDING', userId, invitationId: null, active };
    }
    const again = !active && (await members.reactivate(tx, { ...key, actor }));
    notes.outcomes.add(again ? 'reactivated' : 'linked');
    return linked(userId);
  }
  const made = owned && (await tx.directoryAccount.count({ where: { directoryId, userId } })) > 0;
  if (!made) return invite(tx, services, { wanted, notes });
  await requireFree(tx, { directoryId, userId, exceptId: wanted.exceptId });
  await members.add(tx, { ...key, role: 'member', actor });
  notes.outcomes.add('added');
  return linked(userId);
}

const linked = (userId: string): Provisioned => ({ status: 'ACTIVE', userId, invitationId: null });

async function invite(
  tx: Transaction,
  services: ScimServices,
  { wanted: { directory, email }, notes }: { wanted: Wanted; notes: LogNotes },
): Promise<Provisioned> {
  const { tenantId } = directory;
  const invited = await membersOf(services).invite(tx, { tenantId, email, actor: actorOfDirectory(directory) });
  notes.outcomes.add(invited.pending ? 'waits' : 'invited');
  const { invitationId, pending } = invited;
  return { status: 'PENDING', userId: null, invitationId, foreignInvitation: pending };
}

/** Returns undefined if somebody took the email a moment ago. */
async function createAccount(
  tx: Transaction,
  { accounts, events, services }: ScimServices,
  { directory, email, names }: Wanted,
): Promise<string | undefined> {
  const { tenantId, directoryId, connectionId } = directory;
  const created = await accounts.create(tx, { email, passwordHash: null, ...newNames(names) });
  if (!created) return undefined;
  const actor = actorOfDirectory(directory);
  await events.publish(tx, { type: 'account.created', tenantId, actor, subjectId: created.id, data: {} });
  await tx.directoryAccount.create({ data: { directoryId, userId: created.id } });
  if (connectionId) await services.connections?.expect(tx, { connectionId, userId: created.id });
  return created.id;
}

async function requireFree(
  tx: Transaction,
  { directoryId, userId, exceptId }: { directoryId: string; userId: string; exceptId: string | undefined },
): Promise<void> {
  const other = await tx.directoryUser.findUnique({
    where: { directoryId_userId: { directoryId, userId } },
    select: { id: true },
  });
  if (other && other.id !== exceptId) throw notUnique('Another user of this directory has the same email.');
}
