import type { Database } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { listEvents } from '../../src/audit/list-events.js';
import { listMembers } from '../../src/members/list-members.js';
import { type SearchQuery, searchMembers } from '../../src/members/search-members.js';
import { addTenant, addUser } from '../support/members.js';
import { userCaller } from '../support/principals.js';

async function addPerson(
  db: Database,
  tenantId: string,
  { email, ...names }: { email: string; displayName?: string; givenName?: string; familyName?: string },
  membership: { role?: 'owner' | 'admin'; status?: 'SUSPENDED' | 'INVITED' } = {},
): Promise<string> {
  const { id } = await db.user.create({ data: { email, normalizedEmail: email.toLowerCase(), ...names } });
  await db.membership.create({ data: { tenantId, userId: id, ...membership } });
  return id;
}

async function addInvitation(db: Database, tenantId: string, email: string, expiresAt: Date): Promise<void> {
  const secretHash = Buffer.from(email);
  await db.invitation.create({
    data: { tenantId, email, normalizedEmail: email, secretHash, expiresInDays: 7, expiresAt },
  });
}

const inAnHour = () => new Date(Date.now() + 3_600_000);

async function filled(t: Parameters<typeof openTestDatabase>[0]) {
  const { db } = await openTestDatabase(t);
  const owner = await addUser(db);
  const tenantId = await addTenant(db, 'searched', [{ userId: owner, role: 'owner' }]);
  const elsewhere = await addTenant(db, 'elsewhere');
  await addPerson(db, elsewhere, { email: 'anna.other@acme.test', displayName: 'Anna Other' });
  const anna = await addPerson(db, tenantId, {
    email: 'Anna.Schmidt@firm.test',
    displayName: 'Änna Maria Schmidt-Groß',
    givenName: 'Anna',
    familyName: 'Schmidt',
  });
  await addPerson(db, tenantId, { email: 'zoe@firm.test', displayName: 'Zoë 100% O’Hara_x' }, { role: 'admin' });
  await addPerson(db, tenantId, { email: 'lee@firm.test', displayName: 'Lee Anders' }, { status: 'SUSPENDED' });
  await addPerson(db, tenantId, { email: 'andy@firm.test', displayName: 'Andy Invited' }, { status: 'INVITED' });
  await addInvitation(db, tenantId, 'andy@firm.test', inAnHour());
  await addInvitation(db, tenantId, 'andrea@firm.test', new Date(Date.now() - 1_000));
  const search = async (query: string | Partial<SearchQuery>, caller = owner) => {
    const { members, next } = await searchMembers(db, {
      tenantId,
      principal: userCaller(caller),
      query: { search: '', limit: 50, ...(typeof query === 'string' ? { search: query } : query) },
    });
    return { emails: members.map(({ user }) => user.email), next };
  };
  return { db, tenantId, owner, anna, search };
}

test('members are found by the beginning of any word of their names and email, whatever its case and accents', async (t) => {
  const { search } = await filled(t);
  for (const text of ['ANNA', 'änn', 'maria', 'sch', 'Anna Schmidt', 'schmidt, anna', 'maria schmidt gr', 'groß'])
    t.deepEqual((await search(text)).emails.includes('Anna.Schmidt@firm.test'), true, text);
  t.deepEqual((await search('anna.schmidt@fi')).emails, ['Anna.Schmidt@firm.test']);
  t.deepEqual((await search('zoe')).emails, ['zoe@firm.test']);
  t.deepEqual((await search('100')).emails, ['zoe@firm.test']);
  for (const text of ['chmidt', 'firm', 'nobody', 'anna groß', '', ' ', '%', '_', '@', '\\', '\u0000', '\ud800', '🦊'])
    t.deepEqual((await search(text)).emails, [], JSON.stringify(text));
  t.deepEqual((await search('a'.repeat(100_000))).emails, []);
});

test('a member with several words that begin alike is found once, and pending invitations are found by their email', async (t) => {
  const { search } = await filled(t);
  t.deepEqual((await search('an')).emails, ['lee@firm.test', 'andy@firm.test', 'Anna.Schmidt@firm.test']);
  t.deepEqual((await search({ search: 'an', status: 'ACTIVE' })).emails, ['Anna.Schmidt@firm.test']);
  t.deepEqual((await search({ search: 'an', status: 'SUSPENDED' })).emails, ['lee@firm.test']);
  t.deepEqual((await search({ search: 'an', status: 'INVITED' })).emails, ['andy@firm.test']);
  t.deepEqual((await search({ search: 'an', role: 'admin' })).emails, []);
  t.deepEqual((await search({ search: 'z', role: 'admin' })).emails, ['zoe@firm.test']);
});

test('a plain member finds no invitations, and a caller outside of the tenant finds no tenant', async (t) => {
  const { db, anna, search } = await filled(t);
  t.deepEqual((await search('an', anna)).emails, ['lee@firm.test', 'Anna.Schmidt@firm.test']);
  t.deepEqual((await search({ search: 'an', status: 'INVITED' }, anna)).emails, []);
  await t.throwsAsync(search('an', await addUser(db)), { code: 'TENANT_NOT_FOUND' });
});

test('the pages of a search have each member once, also if the one it continues after has left', async (t) => {
  const { db, tenantId, search } = await filled(t);
  for (let number = 0; number < 12; number += 1)
    await addPerson(db, tenantId, { email: `anton-${number}@x.test`, displayName: 'Anton Anders' });
  const { emails: all } = await search('an');
  t.is(all.length, 15);
  const paged: string[] = [];
  let after: string | undefined;
  do {
    const page = await search({ search: 'an', limit: 4, after });
    paged.push(...page.emails);
    after = page.next;
    await db.membership.deleteMany({ where: { tenantId, user: { email: page.emails.at(-1) ?? '' } } });
  } while (after);
  t.deepEqual(paged, all);
});

test('an `after` that no search has returned starts with the first page', async (t) => {
  const { owner, tenantId, db, search } = await filled(t);
  const { emails } = await search('an');
  for (const after of ['x', `${owner}\u0000`, "'; DROP TABLE", `${owner.slice(0, 35)}Z`]) {
    t.deepEqual((await search({ search: 'an', after })).emails.length > 0, true, after);
    const query = { page: 1, limit: 50 };
    if (after.length === 36) continue;
    const { members } = await listMembers(db, { tenantId, principal: userCaller(owner), query, after });
    t.true(members.length > 0);
  }
  t.is(emails.length, 3);
});

test('a changed name or email is found, and the old one no longer', async (t) => {
  const { db, anna, search } = await filled(t);
  await db.user.update({
    where: { id: anna },
    data: { displayName: 'Bea', givenName: null, familyName: null, email: 'bea@firm.test' },
  });
  t.deepEqual((await search('schmidt')).emails, []);
  t.deepEqual((await search('bea')).emails, ['bea@firm.test']);
});

test('pages by cursor have the same members and events as pages by number, and the same total', async (t) => {
  const { db, tenantId, owner } = await filled(t);
  const call = { tenantId, principal: userCaller(owner) };
  for (let number = 0; number < 9; number += 1)
    await db.event.create({
      data: { type: number % 2 ? 'member.added' : 'member.removed', tenantId, actorKind: 'user' },
    });
  for (const filter of [{}, { status: 'ACTIVE' }, { role: 'member' }] as const) {
    let after: string | undefined;
    for (let page = 1; ; page += 1) {
      const byNumber = await listMembers(db, { ...call, query: { ...filter, page, limit: 2 } });
      const byCursor = await listMembers(db, { ...call, query: { ...filter, page, limit: 2 }, after });
      t.deepEqual(byCursor, byNumber);
      after = byCursor.next;
      if (!after) {
        t.is(page, byNumber.pagination.pages);
        break;
      }
    }
  }
  for (const filter of [{}, { type: 'member.added' }] as const) {
    let after: string | undefined;
    for (let page = 1; ; page += 1) {
      const byNumber = await listEvents(db, { ...call, query: { ...filter, page, limit: 2 } });
      const byCursor = await listEvents(db, { ...call, query: { ...filter, page, limit: 2 }, after });
      t.deepEqual(byCursor, byNumber);
      after = byCursor.next;
      if (!after) {
        t.is(page, byNumber.pagination.pages);
        break;
      }
    }
  }
});
