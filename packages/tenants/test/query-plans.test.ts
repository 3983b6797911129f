import { createEventBus, type OpenDatabase, revokeTenantGrants } from '@org/identity-prisma';
import test, { type ExecutionContext } from 'ava';
import { acceptInvitation, findInvitation } from '../src/accept-invitation.js';
import { removeMember, updateMember } from '../src/change-member.js';
import { createInvitation } from '../src/create-invitation.js';
import { createTenant } from '../src/create-tenant.js';
import { findActiveMemberships } from '../src/find-memberships.js';
import { getTenant } from '../src/get-tenant.js';
import { listEvents } from '../src/list-events.js';
import { listInvitations } from '../src/list-invitations.js';
import { listMembers } from '../src/list-members.js';
import { listTenants } from '../src/list-tenants.js';
import { resendInvitation, revokeInvitation } from '../src/manage-invitation.js';
import { accessTo } from '../src/rights.js';
import { testAccounts } from './accounts.js';
import { fillLargeTenants, idOf, large, memberId, ownerId, secretOf } from './large-tenants.js';
import { machine, person } from './principals.js';
import {
  explain,
  type RecordedStatement,
  readsEverything,
  recordStatements,
  touchesRows,
} from './recorded-statements.js';
import { openTestDatabase } from './support/open-test-database.js';

let database: OpenDatabase;
let statements: RecordedStatement[];
test.before(async () => {
  database = await openTestDatabase();
  statements = recordStatements(database);
  await fillLargeTenants(database);
});
test.after.always(() => database?.close());

// All tests are serial: they share the list of statements.

// None of them may be read as a whole. Mail is left out: sent mail is deleted, so the table is nearly empty.
const tables = new Set(['memberships', 'users', 'invitations', 'events', 'tenants', 'oidc_grants']);

async function plansOf(action: () => Promise<unknown>) {
  statements.length = 0;
  await action();
  const ran = statements.filter(touchesRows);
  const wholeReads: string[] = [];
  for (const statement of ran) {
    for (const node of await explain(database, statement)) {
      if (tables.has(node['Relation Name'] ?? '') && readsEverything(node)) {
        wholeReads.push(`${node['Node Type']} on ${node['Relation Name']}: ${statement.text}`);
      }
    }
  }
  return { statements: ran.length, wholeReads };
}

/** Asserts how many statements a use-case runs, and that none reads a whole table. */
async function assertPlans(t: ExecutionContext, expected: number, action: () => Promise<unknown>): Promise<void> {
  const plans = await plansOf(action);
  t.deepEqual(plans.wholeReads, []);
  t.is(plans.statements, expected, statements.map(({ text }) => text).join('\n'));
}

const owner = person(ownerId);
const events = createEventBus();
events.subscribe(
  (['member.suspended', 'member.removed'] as const).map((on) => ({
    on,
    handle: (tx, { subjectId }) => revokeTenantGrants(tx, { tenantId: large, accountId: subjectId ?? '' }),
  })),
);
const services = () => ({
  db: database.db,
  events,
  accounts: testAccounts,
  issuer: 'http://localhost:3000',
  brand: { productName: 'Test' },
  sendMail: () => {},
  mail: {
    add: async (tx: Parameters<typeof events.publish>[0]) => {
      await tx.outgoingMail.create({ data: { encryptedMessage: new Uint8Array(8) } });
    },
  },
});

for (const [title, principal, expected] of [
  ['a person', owner, 2],
  ['a super admin', person(idOf('a', 110_000), true), 2],
  ['a machine', machine(large), 1],
] as const) {
  test.serial(`what ${title} may do in a tenant takes ${expected} statements`, async (t) => {
    await assertPlans(t, expected, () => accessTo(database.db, large, principal));
  });
}

const filters = [
  {},
  { status: 'ACTIVE' },
  { status: 'SUSPENDED' },
  { status: 'INVITED' },
  { role: 'owner' },
  { role: 'admin' },
  { role: 'member' },
  { status: 'ACTIVE', role: 'member' },
  { status: 'SUSPENDED', role: 'admin' },
  { status: 'INVITED', role: 'owner' },
] as const;
for (const filter of filters) {
  for (const page of [1, 40, 5_000]) {
    test.serial(`page ${page} of the members, with ${JSON.stringify(filter)}, reads no whole table`, async (t) => {
      const query = { ...filter, page, limit: 20 };
      const { pagination, members } = await listMembers(database.db, { tenantId: large, principal: owner, query });
      // The people are looked up when there is somebody on the page.
      await assertPlans(t, members.length > 0 ? 5 : 4, () =>
        listMembers(database.db, { tenantId: large, principal: owner, query }),
      );
      const left = Math.max(0, pagination.total - (page - 1) * 20);
      t.is(members.length, Math.min(20, left));
    });
  }
}

test.serial('the last page of a hundred thousand members has the last twenty', async (t) => {
  const query = { page: 5_000, limit: 20 };
  const { pagination, members } = await listMembers(database.db, { tenantId: large, principal: owner, query });
  t.like(pagination, { total: 100_000, pages: 5_000 });
  t.deepEqual(
    members.map(({ id }) => id),
    Array.from({ length: 20 }, (_, index) => idOf('c', 99_981 + index)),
  );
});

test.serial('the tenants of a person take three statements', async (t) => {
  await assertPlans(t, 3, () => listTenants(database.db, ownerId));
  await assertPlans(t, 3, () => listTenants(database.db, idOf('a', 110_000)));
});

test.serial('the tenants to choose from at a sign-in take two statements', async (t) => {
  await assertPlans(t, 2, () => findActiveMemberships(database.db, ownerId));
});

test.serial('a tenant with the number of its members takes four statements', async (t) => {
  await assertPlans(t, 4, () => getTenant(database.db, { tenantId: large, principal: owner }));
});

for (const status of ['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED'] as const) {
  test.serial(`the ${status} invitations take four statements`, async (t) => {
    await assertPlans(t, 4, () => listInvitations(database.db, { tenantId: large, principal: owner, status }));
  });
}

for (const type of [undefined, 'member.suspended', 'tenant.updated'] as const) {
  for (const page of [1, 1_000, 5_000]) {
    test.serial(`page ${page} of the events, of ${type ?? 'every'} type, takes four statements`, async (t) => {
      const query = { ...(type ? { type } : {}), page, limit: 20 };
      await assertPlans(t, 4, () => listEvents(database.db, { tenantId: large, principal: owner, query }));
    });
  }
}

test.serial('an invitation is found by its secret in three statements', async (t) => {
  await assertPlans(t, 3, () => findInvitation(database.db, secretOf(4)));
});

const inviting = (email: string) =>
  createInvitation(services(), { tenantId: large, principal: owner, email, role: 'member', expiresInDays: 7 });
for (const [title, email, expected] of [
  ['somebody new', 'nobody-yet@people.test', 12],
  ['somebody with an account', 'user-110001@people.test', 15],
] as const) {
  test.serial(`inviting ${title} reads no whole table`, async (t) => {
    await assertPlans(t, expected, () => inviting(email));
  });
}

test.serial('refusing a second invitation reads no whole table', async (t) => {
  await assertPlans(t, 5, () => t.throwsAsync(inviting('new-5000@people.test'), { code: 'INVITATION_EXISTS' }));
});

const pending = (number: number) => ({ tenantId: large, principal: owner, invitationId: idOf('e', number) });
test.serial('resending an invitation reads no whole table', async (t) => {
  await assertPlans(t, 12, () => resendInvitation(services(), pending(12)));
});

test.serial('revoking an invitation reads no whole table', async (t) => {
  await assertPlans(t, 7, () => revokeInvitation(services(), pending(20)));
});

test.serial('accepting an invitation reads no whole table', async (t) => {
  const accepting = { kind: 'new', profile: { password: 'correct horse' } } as const;
  await assertPlans(t, 20, () => acceptInvitation(services(), { secret: secretOf(28), accepting }));
});

const target = (number: number) => ({ tenantId: large, principal: owner, membershipId: idOf('c', number) });
test.serial('changing the role of a member reads no whole table', async (t) => {
  await assertPlans(t, 8, () => updateMember(services(), { ...target(12_346), changes: { role: 'admin' } }));
});

test.serial('suspending a member, with the end of their grants, reads no whole table', async (t) => {
  await assertPlans(t, 9, () => updateMember(services(), { ...target(12_347), changes: { status: 'SUSPENDED' } }));
});

test.serial('unmaking an owner, with the count of the others, reads no whole table', async (t) => {
  await assertPlans(t, 9, () => updateMember(services(), { ...target(2), changes: { role: 'member' } }));
});

test.serial('removing a member reads no whole table', async (t) => {
  await assertPlans(t, 9, () => removeMember(services(), target(12_345)));
  t.is(await database.db.membership.count({ where: { tenantId: large, userId: memberId } }), 0);
});

test.serial('creating a tenant reads no whole table', async (t) => {
  await assertPlans(t, 3, () => createTenant(services(), { principal: owner, name: 'New', slug: 'brand-new' }));
});

test.serial('a statement that does read a whole table is noticed', async (t) => {
  for (const query of [
    () => database.db.membership.count({ where: { joinedAt: { gt: new Date() } } }),
    () => database.db.user.findFirst({ where: { displayName: 'Nobody' }, orderBy: { id: 'asc' } }),
    () => database.db.event.findMany({ where: { actorKind: 'machine' } }),
    () => database.db.invitation.findMany({ where: { normalizedEmail: { contains: 'x' } } }),
  ]) {
    t.not((await plansOf(query)).wholeReads.length, 0);
  }
});
