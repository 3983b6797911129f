import { ownOrigin } from '@org/identity-core';
import type { OpenDatabase } from '@org/identity-prisma';
import { explain, openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { accessTo } from '../../src/access/rights.js';
import { listEvents } from '../../src/audit/list-events.js';
import { acceptInvitation, findInvitation } from '../../src/invitations/accept-invitation.js';
import { createInvitation } from '../../src/invitations/create-invitation.js';
import { listInvitations, pageOfInvitations } from '../../src/invitations/list-invitations.js';
import { resendInvitation, revokeInvitation } from '../../src/invitations/manage-invitation.js';
import { removeMember, updateMember } from '../../src/members/change-member.js';
import { listMembers } from '../../src/members/list-members.js';
import { searchMembers } from '../../src/members/search-members.js';
import { findActiveMemberships } from '../../src/sign-in/decide-tenant.js';
import { createTenant } from '../../src/tenant/create-tenant.js';
import { getTenant } from '../../src/tenant/get-tenant.js';
import { listTenants } from '../../src/tenant/list-tenants.js';
import { checkPlans, type PlanChecks } from '../support/check-plans.js';
import {
  fillLargeTenants,
  idOf,
  invitationOf,
  large,
  membershipOf,
  ownerId,
  secretOf,
  small,
} from '../support/large-tenants.js';
import { testPeoplePlans } from '../support/people-plans.js';
import { machine, userCaller } from '../support/principals.js';
import { testServices } from '../support/services.js';

let database: OpenDatabase;
let plans: PlanChecks;
test.before(async () => {
  database = await openTestDatabase();
  plans = checkPlans(database);
  await fillLargeTenants(database);
  // An invitation refers to the client that created it.
  await database.db.client.create({ data: { id: owner.clientId, name: 'App', type: 'SPA' } });
});
test.after.always(() => database?.close());

const tenants = { 'a tenant of 100,000': large, 'a tenant of 1,000': small };
const owner = userCaller(ownerId);
const services = () => testServices(database.db);

test.serial('the last page of a hundred thousand members ends with the last one', async (t) => {
  const query = { role: 'member', status: 'ACTIVE', page: 1, limit: 20 } as const;
  const { pagination } = await listMembers(database.db, { tenantId: large, principal: owner, query });
  const last = await listMembers(database.db, {
    tenantId: large,
    principal: owner,
    query: { ...query, page: pagination.pages },
  });
  t.is(last.members.at(-1)?.id, membershipOf(large, 99_999));
  t.true(pagination.total > 80_000);
});

for (const role of [undefined, 'member'] as const) {
  test.serial(
    `members and invitations are merged in the order of their indexes${role ? ', of one role' : ''}`,
    async (t) => {
      const query = { ...(role ? { role } : {}), page: 1, limit: 20 };
      const statements = await plans.statementsOf(() =>
        listMembers(database.db, { tenantId: large, principal: owner, query }),
      );
      const page = statements.find(({ text }) => text.includes('UNION ALL'));
      const types = page ? (await explain(database, page)).map((node) => node['Node Type']) : [];
      t.true(types.includes('Merge Append'), types.join(', '));
      t.is(types.filter((type) => type === 'Index Only Scan').length, 2, types.join(', '));
    },
  );
}

const lists = (tenantId: string) => {
  const { db } = database;
  const call = { tenantId, principal: owner };
  const members = (query: object, after?: string) => () =>
    listMembers(db, { ...call, query: { status: 'ACTIVE', page: 1, limit: 50, ...query }, after });
  const found = (query: object) => () =>
    searchMembers(db, { ...call, query: { search: 'z', status: 'ACTIVE', limit: 50, ...query } });
  const happened = (query: object, after?: string) => () =>
    listEvents(db, { ...call, query: { page: 1, limit: 50, ...query }, after });
  const invited = (status: 'PENDING' | 'ACCEPTED' | 'REVOKED' | 'EXPIRED', after?: string) => () =>
    pageOfInvitations(db, { ...call, status, limit: 50, after });
  return { members, found, happened, invited };
};

const lastMember = membershipOf(large, 99_900);
const lastEvent = idOf('b', 100);
for (const [title, action] of Object.entries({
  'the first page of the members': () => lists(large).members({}),
  'the first page of the members of one role': () => lists(large).members({ role: 'admin' }),
  'the first page of the suspended members': () => lists(large).members({ status: 'SUSPENDED' }),
  'a page after a member far down': () => lists(large).members({}, lastMember),
  'a search for one letter that every name has': () => lists(large).found({}),
  'a search for one letter of the given name': () => lists(large).found({ search: 'a' }),
  'a search for one letter in every status': () => lists(large).found({ search: 'b', status: 'SUSPENDED' }),
  'a search for one letter among few': () => lists(large).found({ role: 'owner' }),
  'a search for a whole name': () => lists(large).found({ search: 'Anna Zed17' }),
  'a search for an email': () => lists(large).found({ search: 'user-9999' }),
  'the first page of the open invitations': () => lists(large).invited('PENDING'),
  'the first page of the accepted invitations': () => lists(large).invited('ACCEPTED'),
  'a page after an open invitation far down': () =>
    lists(large).invited('PENDING', `${Date.now() + 86_400_000}.${invitationOf(large, 400)}`),
  'the first page of the events': () => lists(large).happened({}),
  'the first page of the events of one type': () => lists(large).happened({ type: 'member.suspended' }),
  'a page after an event far down': () => lists(large).happened({}, lastEvent),
})) {
  test.serial(`of a hundred thousand, ${title} reads at most a few rows for each that it shows`, async (t) => {
    await plans.assertReads(t, { entries: 600, rows: 300 }, action());
  });
}

test.serial('the pages of a search each read as much as the first', async (t) => {
  let after: string | undefined;
  for (let page = 0; page < 5; page += 1) {
    const { members, next } = await lists(large).found({ after })();
    t.is(members.length, 50);
    await plans.assertReads(t, { entries: 600, rows: 300 }, lists(large).found({ after }));
    after = next;
  }
});

test.serial('a deep page by its number skips index entries, and reads the rows of that page only', async (t) => {
  const skipped = 50 * 1_500;
  await plans.assertReads(t, { entries: skipped + 600, rows: 300 }, lists(large).members({ page: 1_501 }));
  await plans.assertReads(t, { entries: skipped + 600, rows: 300 }, lists(large).happened({ page: 1_501 }));
});

for (const [where, tenantId] of Object.entries(tenants)) {
  for (const [title, principal, expected] of [
    ['a person', owner, 2],
    ['a super admin', userCaller(idOf('a', 119_999), true), 2],
    ['a machine', machine(tenantId), 1],
  ] as const) {
    test.serial(`${where}: what ${title} may do takes ${expected} statements`, async (t) => {
      await plans.assertPlans(t, expected, () => accessTo(database.db, tenantId, principal));
    });
  }

  const filters = [
    {},
    { status: 'ACTIVE' },
    { status: 'SUSPENDED' },
    { role: 'owner' },
    { role: 'member' },
    { status: 'ACTIVE', role: 'member' },
    { status: 'SUSPENDED', role: 'admin' },
    { status: 'INVITED', role: 'owner' },
  ] as const;
  for (const filter of filters) {
    for (const page of [1, 5_000]) {
      test.serial(
        `${where}: page ${page} of the members with ${JSON.stringify(filter)} reads no whole table`,
        async (t) => {
          const list = () =>
            listMembers(database.db, { tenantId, principal: owner, query: { ...filter, page, limit: 20 } });
          const { pagination, members } = await list();
          // Without a status filter, invitations are counted as well.
          await plans.assertPlans(t, 'status' in filter ? 4 : 5, list);
          t.is(members.length, Math.min(20, Math.max(0, pagination.total - (page - 1) * 20)));
        },
      );
    }
  }

  test.serial(`${where}: the tenant with the number of its members takes four statements`, async (t) => {
    await plans.assertPlans(t, 1, () => getTenant(database, { tenantId, principal: owner }));
  });

  for (const status of ['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED'] as const) {
    test.serial(`${where}: the ${status} invitations take four statements`, async (t) => {
      const list = () => listInvitations(database.db, { tenantId, principal: owner, status });
      await plans.assertPlans(t, 4, list);
    });
    const expected = status === 'EXPIRED' ? 6 : 4;
    test.serial(`${where}: a page of the ${status} invitations takes ${expected} statements`, async (t) => {
      const page = () => pageOfInvitations(database.db, { tenantId, principal: owner, status, limit: 50 });
      await plans.assertPlans(t, expected, page);
    });
  }

  testPeoplePlans(where, () => ({ database, plans, tenantId, owner }));

  for (const type of [undefined, 'member.suspended', 'tenant.updated'] as const) {
    for (const page of [1, 50, 5_000]) {
      test.serial(
        `${where}: page ${page} of the events of ${type ?? 'every'} type takes four statements`,
        async (t) => {
          const query = { ...(type ? { type } : {}), page, limit: 20 };
          await plans.assertPlans(t, 4, () => listEvents(database.db, { tenantId, principal: owner, query }));
        },
      );
    }
  }

  const inviting = (email: string) =>
    createInvitation(services(), {
      tenantId,
      principal: owner,
      email,
      role: 'member',
      expiresInDays: 7,
      language: 'en',
    });
  // As many for both: the time must not tell who has an account.
  for (const [title, email] of [
    ['somebody new', 'nobody-yet@people.test'],
    ['somebody with an account', 'user-119999@people.test'],
  ] as const) {
    test.serial(`${where}: inviting ${title} takes 15 statements`, async (t) => {
      await plans.assertPlans(t, 15, () => inviting(email));
    });
  }

  test.serial(`${where}: refusing a second invitation takes six statements`, async (t) => {
    const { email } = await database.db.invitation.findUniqueOrThrow({ where: { id: invitationOf(tenantId, 4) } });
    await plans.assertPlans(t, 6, () => t.throwsAsync(inviting(email), { code: 'INVITATION_EXISTS' }));
  });

  test.serial(`${where}: an invitation is found by its secret in three statements`, async (t) => {
    await plans.assertPlans(t, 3, () => findInvitation(database.db, secretOf(tenantId, 4)));
  });

  const pending = (number: number) => ({ tenantId, principal: owner, invitationId: invitationOf(tenantId, number) });
  test.serial(`${where}: resending an invitation takes seventeen statements`, async (t) => {
    await plans.assertPlans(t, 17, () => resendInvitation(services(), { ...pending(12), language: 'en' }));
  });

  test.serial(`${where}: revoking an invitation takes nine statements`, async (t) => {
    await plans.assertPlans(t, 9, () => revokeInvitation(services(), pending(20)));
  });

  test.serial(`${where}: accepting an invitation reads no whole table`, async (t) => {
    const accepting = { kind: 'new', ip: '192.0.2.1', profile: { password: 'correct horse' } } as const;
    await plans.assertPlans(t, 18, () => acceptInvitation(services(), { secret: secretOf(tenantId, 28), accepting }));
  });

  const target = (number: number) => ({ tenantId, principal: owner, membershipId: membershipOf(tenantId, number) });
  test.serial(`${where}: changing the role of a member takes nine statements`, async (t) => {
    await plans.assertPlans(t, 9, () => updateMember(services(), { ...target(46), changes: { role: 'admin' } }));
  });

  test.serial(`${where}: suspending a member, with the end of their grants, takes nine statements`, async (t) => {
    await plans.assertPlans(t, 9, () => updateMember(services(), { ...target(47), changes: { status: 'SUSPENDED' } }));
  });

  test.serial(`${where}: removing a member takes nine statements`, async (t) => {
    const { membershipId } = target(45);
    await plans.assertPlans(t, 9, () => removeMember(services(), target(45)));
    t.is(await database.db.membership.count({ where: { id: membershipId } }), 0);
  });

  test.serial(
    `${where}: leaving as one of several owners, with the count of the others, reads no whole table`,
    async (t) => {
      const second = await database.db.membership.findFirstOrThrow({
        where: { tenantId, role: 'owner', userId: { not: ownerId } },
        orderBy: { userId: 'asc' },
      });
      const leaving = { tenantId, principal: userCaller(second.userId), membershipId: second.id };
      await plans.assertPlans(t, 10, () => removeMember(services(), leaving));
    },
  );
}

test.serial('the tenants of a person take three statements that read no whole table', async (t) => {
  const ofOne = idOf('a', 110_000);
  const ofTwenty = idOf('a', 3);
  await database.db.membership.deleteMany({ where: { userId: ofTwenty, tenantId: large } });
  t.is((await listTenants(database.db, { userId: ofTwenty, origin: ownOrigin })).tenants.length, 20);
  for (const userId of [ofOne, ofTwenty])
    await plans.assertPlans(t, 3, () => listTenants(database.db, { userId, origin: ownOrigin }));
});

test.serial('the tenants to choose from at a sign-in take one statement that reads no whole table', async (t) => {
  for (const userId of [ownerId, idOf('a', 110_000)]) {
    await plans.assertPlans(t, 1, () => findActiveMemberships(database.pool, userId));
  }
});

test.serial('creating a tenant takes six statements', async (t) => {
  await plans.assertPlans(t, 6, () => createTenant(services(), { principal: owner, name: 'New', slug: 'brand-new' }));
});

test.serial('a statement that does read a whole table is noticed', async (t) => {
  for (const query of [
    () => database.db.membership.count({ where: { joinedAt: { gt: new Date() } } }),
    () => database.db.user.findFirst({ where: { displayName: 'Nobody' }, orderBy: { id: 'asc' } }),
    () => database.db.event.findMany({ where: { actorKind: 'machine' } }),
    () => database.db.invitation.findMany({ where: { normalizedEmail: { contains: 'x' } } }),
  ]) {
    t.not((await plans.plansOf(query)).wholeReads.length, 0);
  }
});
