import { randomBytes, randomUUID } from 'node:crypto';
import { hashOneTimeSecret, IdentityError, type Role } from '@org/identity-core';
import { createEventBus, type MembershipStatus, type OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { acceptInvitation } from '../../src/invitations/accept-invitation.js';
import { removeMember, updateMember } from '../../src/members/change-member.js';
import { testAccounts } from '../support/accounts.js';
import { addTenant, addUser } from '../support/members.js';
import { userCaller } from '../support/principals.js';

let database: OpenDatabase;
let userIds: Record<'target' | 'caller' | 'suspended' | 'invited' | 'spare', string>;
test.before(async () => {
  database = await openTestDatabase();
  const { db } = database;
  // The same users in every case; each case has its own tenant.
  userIds = {
    target: await addUser(db),
    caller: await addUser(db),
    suspended: await addUser(db),
    invited: await addUser(db),
    spare: await addUser(db),
  };
});
test.after.always(() => database?.close());
const events = createEventBus();

interface State {
  role: Role;
  status: MembershipStatus;
}
type Change = { role?: Role; status?: 'ACTIVE' | 'SUSPENDED' } | 'remove';
interface Case {
  caller: Role | 'superAdmin';
  target: State;
  change: Change;
  /** Whether the target is the caller. */
  self: boolean;
  /** Whether the tenant has an active owner besides target and caller. */
  spareOwner: boolean;
}
type Outcome = State | 'removed' | 'FORBIDDEN' | 'LAST_OWNER' | 'VALIDATION_FAILED';

const roles: Role[] = ['owner', 'admin', 'member'];
const optional = <Value>(values: readonly Value[]) => [undefined, ...values];
const all: Change[] = [
  'remove',
  ...optional(roles).flatMap((role) =>
    optional(['ACTIVE', 'SUSPENDED'] as const).map((status) => ({
      ...(role ? { role } : {}),
      ...(status ? { status } : {}),
    })),
  ),
];
const changes = all.filter((change) => change === 'remove' || Object.keys(change).length > 0);

/** What was decided, as short as possible. */
function model({ caller, target, change, self, spareOwner }: Case): Outcome {
  const next: State | undefined = change === 'remove' ? undefined : { ...target, ...change };
  const leaves = self && !next;
  const ownersOnly = target.role === 'owner' || next?.role === 'owner';
  if (!leaves && (caller === 'member' || (ownersOnly && caller === 'admin'))) return 'FORBIDDEN';
  if (target.status === 'INVITED' && change !== 'remove' && change.status) return 'VALIDATION_FAILED';
  const isActiveOwner = (state: State | undefined) => state?.role === 'owner' && state.status === 'ACTIVE';
  const callerStays = !self && caller === 'owner';
  if (isActiveOwner(target) && !isActiveOwner(next) && !spareOwner && !callerStays) return 'LAST_OWNER';
  return next ?? 'removed';
}

const cases: Case[] = [];
for (const change of changes) {
  for (const role of roles) {
    // Another owner matters only if an owner is removed or changed.
    for (const spareOwner of role === 'owner' ? [true, false] : [false]) {
      cases.push({ caller: role, target: { role, status: 'ACTIVE' }, change, self: true, spareOwner });
      for (const status of ['ACTIVE', 'INVITED', 'SUSPENDED'] as const) {
        for (const caller of [...roles, 'superAdmin'] as const) {
          cases.push({ caller, target: { role, status }, change, self: false, spareOwner });
        }
      }
    }
  }
}

/** A case with what it needs in the database: a tenant of its own and its members. */
function plan({ caller, target, self, spareOwner }: Case) {
  const { target: targetId, caller: other, suspended, invited, spare } = userIds;
  const callerId = self ? targetId : other;
  // Owners who are suspended or invited do not count.
  const members: { userId: string; role: Role; status?: MembershipStatus }[] = [
    { userId: targetId, ...target },
    { userId: suspended, role: 'owner', status: 'SUSPENDED' },
    { userId: invited, role: 'owner', status: 'INVITED' },
  ];
  if (!self && caller !== 'superAdmin') members.push({ userId: callerId, role: caller });
  if (spareOwner) members.push({ userId: spare, role: 'owner' });
  const tenantId = randomUUID();
  return {
    tenantId,
    members: members.map((each) => ({ tenantId, ...each })),
    principal: userCaller(callerId, caller === 'superAdmin'),
  };
}

/** Makes the tenants of many cases at once: one by one they would take most of the time. */
async function arrange(cases: readonly Case[]) {
  const { db } = database;
  const plans = cases.map(plan);
  await db.tenant.createMany({
    data: plans.map(({ tenantId }) => ({ id: tenantId, slug: `c-${tenantId}`, name: 'Case' })),
  });
  await db.membership.createMany({ data: plans.flatMap(({ members }) => members) });
  const rows = await rowsOf(plans);
  const arranged = plans.map(({ tenantId, principal }, index) => {
    const own = rows.get(tenantId) ?? [];
    const membershipId = String(own.find(({ userId }) => userId === userIds.target)?.id);
    return { case: cases[index] as Case, tenantId, membershipId, principal, rows: own };
  });
  await db.invitation.createMany({
    data: arranged
      .filter(({ case: { target } }) => target.status === 'INVITED')
      .map(({ case: { target }, tenantId, membershipId }) => {
        const email = `${randomUUID()}@people.test`;
        return {
          tenantId,
          id: membershipId,
          email,
          normalizedEmail: email,
          role: target.role,
          membershipId,
          secretHash: randomBytes(32),
          expiresInDays: 7,
          expiresAt: new Date(Date.now() + 86_400_000),
        };
      }),
  });
  return arranged;
}

/** The memberships of the tenants, by tenant. */
async function rowsOf(of: readonly { tenantId: string }[]) {
  const where = { tenantId: { in: of.map(({ tenantId }) => tenantId) } };
  return byTenant(await database.db.membership.findMany({ where, orderBy: { id: 'asc' } }));
}

function byTenant<Row extends { tenantId: string | null }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const tenantId = String(row.tenantId);
    found.set(tenantId, [...(found.get(tenantId) ?? []), row]);
  }
  return found;
}

async function attempt(change: Change, input: Awaited<ReturnType<typeof arrange>>[number]): Promise<Outcome> {
  const services = { db: database.db, events };
  try {
    if (change === 'remove') {
      await removeMember(services, input);
      return 'removed';
    }
    const { role, status } = await updateMember(services, { ...input, changes: change });
    return { role, status };
  } catch (error) {
    if (error instanceof IdentityError) return error.code as Outcome;
    throw error;
  }
}

const eventsAfter = (before: State, outcome: State | 'removed'): string[] => {
  // An invited user was not a member yet: it is the invitation that ends.
  if (outcome === 'removed') return [before.status === 'INVITED' ? 'invitation.revoked' : 'member.removed'];
  const types: string[] = [];
  if (outcome.role !== before.role) types.push('member.role_changed');
  if (outcome.status !== before.status) {
    types.push(outcome.status === 'SUSPENDED' ? 'member.suspended' : 'member.reactivated');
  }
  return types;
};

for (const caller of [...roles, 'superAdmin'] as const) {
  const own = cases.filter((each) => each.caller === caller);
  test(`every change that a caller who is ${caller} can try on a member ends as decided (${own.length} cases)`, async (t) => {
    const arranged = await arrange(own);
    const outcomes: Outcome[] = [];
    for (const each of arranged) outcomes.push(await attempt(each.case.change, each));
    const memberships = await rowsOf(arranged);
    const where = { tenantId: { in: arranged.map(({ tenantId }) => tenantId) } };
    const events = byTenant(await database.db.event.findMany({ where }));
    for (const [index, { case: each, tenantId, membershipId, rows }] of arranged.entries()) {
      const title = JSON.stringify(each);
      const expected = model(each);
      t.deepEqual(outcomes[index], expected, title);
      const changed = typeof expected === 'object' || expected === 'removed';
      const after = memberships.get(tenantId) ?? [];
      const others = (all: typeof after) => all.filter(({ id }) => id !== membershipId);
      t.deepEqual(others(after), others(rows), `${title}: the others stay as they are`);
      const own = after.find(({ id }) => id === membershipId);
      if (expected === 'removed') t.is(own, undefined, title);
      else t.like(own, changed ? (expected as State) : each.target, title);
      const trail = events.get(tenantId) ?? [];
      t.deepEqual(
        trail.map(({ type }) => type).sort(),
        changed ? eventsAfter(each.target, expected as State | 'removed').sort() : [],
        title,
      );
    }
  });
}

/** A user with an account who is invited and has not accepted yet. */
async function invitedMember(role: Role) {
  const { db } = database;
  const [ownerId, userId] = [await addUser(db), await addUser(db)];
  const tenantId = await addTenant(db, `i-${randomUUID()}`, [
    { userId: ownerId, role: 'owner' },
    { userId, role, status: 'INVITED' },
  ]);
  const { id: membershipId } = await db.membership.findFirstOrThrow({ where: { tenantId, userId } });
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const secret = randomBytes(32).toString('base64url');
  const { id: invitationId } = await db.invitation.create({
    data: {
      tenantId,
      email,
      normalizedEmail: email,
      role,
      membershipId,
      secretHash: hashOneTimeSecret(secret),
      expiresInDays: 7,
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  return { tenantId, membershipId, invitationId, userId, secret, principal: userCaller(ownerId) };
}

test('removing an invited member revokes the invitation, so its link opens nothing', async (t) => {
  const invited = await invitedMember('member');
  await removeMember({ db: database.db, events }, invited);
  const { status } = await database.db.invitation.findUniqueOrThrow({ where: { id: invited.invitationId } });
  t.is(status, 'REVOKED');
  const accepting = { kind: 'account', userId: invited.userId } as const;
  const services = { db: database.db, events, accounts: testAccounts };
  await t.throwsAsync(acceptInvitation(services, { secret: invited.secret, accepting }), {
    code: 'INVITATION_NOT_FOUND',
  });
});

for (const [from, to] of [
  ['admin', 'member'],
  ['member', 'admin'],
  ['owner', 'member'],
] as const) {
  test(`an invited ${from} who is made ${to} before accepting joins as ${to}`, async (t) => {
    const invited = await invitedMember(from);
    const services = { db: database.db, events, accounts: testAccounts };
    await updateMember(services, { ...invited, changes: { role: to } });
    const accepting = { kind: 'account', userId: invited.userId } as const;
    await acceptInvitation(services, { secret: invited.secret, accepting });
    const membership = await database.db.membership.findUniqueOrThrow({ where: { id: invited.membershipId } });
    t.like(membership, { role: to, status: 'ACTIVE' });
  });
}
