import { randomUUID } from 'node:crypto';
import { createEventBus, type OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { Slug, slugFromName } from '../../src/slugs/slug.js';
import { createTenant } from '../../src/tenant/create-tenant.js';
import { addUser } from '../support/members.js';
import { userCaller } from '../support/principals.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const oddNames = [
  'Acme',
  'a',
  'ab',
  'a-',
  '-',
  '---',
  ' . ',
  '!?&%$§"\'`´',
  '🦊',
  '🦊 Fox & 🐻 Bear',
  '👩‍👩‍👧‍👦',
  '🇦🇹',
  '株式会社',
  '株式会社 ABC',
  'ﾊﾝｶｸ',
  'ＦＵＬＬ width',
  'Ελληνικά',
  'Кириллица',
  'עברית',
  'العربية',
  'İstanbul',
  'Straße',
  'Ångström',
  'ﬁligree',
  '㎏',
  'Ⅷ',
  '①②③',
  '½',
  'x́̂̃'.repeat(20),
  'a'.repeat(100),
  'ab '.repeat(33),
  `${'a'.repeat(53)} b`,
  `${'a'.repeat(54)} b`,
  `${'a'.repeat(55)} b`,
  'a '.repeat(50),
  'ﷺ'.repeat(100),
  '\u200b\u200d\ufeff',
  '\t\n',
  '\ud800',
  '../../etc/passwd',
  "'; DROP TABLE tenants; --",
  '<script>',
  'xn--mnchen-3ya',
  '-leading and trailing-',
  'UPPER_case__with--many   gaps',
  '0',
  '007',
  'constructor',
  '__proto__',
];
const reservedNames = ['api', 'admin', 'www', 'oauth', 'app', 'auth', 'login', 'account', 'Well Known', 'ADMIN', 'id'];

test('a slug made from any name has the form of a slug, plain and with a suffix', (t) => {
  for (const name of [...oddNames, ...reservedNames]) {
    for (const attempt of [0, 1, 4]) {
      const slug = slugFromName(name, attempt);
      t.true(Slug.safeParse(slug).success, `${JSON.stringify(name)} → ${slug}`);
    }
  }
});

test('a slug made from random characters has the form of a slug', (t) => {
  // A fixed sequence of numbers, so that a failure can be repeated.
  let state = 1;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let round = 0; round < 2_000; round += 1) {
    const name = Array.from({ length: 1 + next(100) }, () =>
      next(3) === 0 ? String.fromCodePoint(next(0x1_10_00_0)) : String.fromCharCode(32 + next(95)),
    ).join('');
    const slug = slugFromName(name, next(2));
    if (!Slug.safeParse(slug).success) t.fail(`${JSON.stringify(name)} → ${slug}`);
  }
  t.pass();
});

test('a reserved word is never a slug, chosen or made', (t) => {
  for (const word of ['api', 'admin', 'www', 'oauth', 'app', 'auth', 'login', 'account', 'well-known', 'invitations']) {
    t.false(Slug.safeParse(word).success, word);
    t.regex(slugFromName(word, 0), new RegExp(`^${word}-[a-z0-9]{6}$`, 'u'));
  }
});

test('a name that is a good slug becomes it; when it is taken, a suffix follows that differs each time', (t) => {
  t.is(slugFromName('Acme Inc.', 0), 'acme-inc');
  const suffixed = Array.from({ length: 50 }, () => slugFromName('Acme Inc.', 1));
  for (const slug of suffixed) t.regex(slug, /^acme-inc-[a-z0-9]{6}$/u);
  t.is(new Set(suffixed).size, 50);
});

test('tenants of one name, also created at once, each get a slug of their own', async (t) => {
  const { db } = database;
  const principal = userCaller(await addUser(db));
  const events = createEventBus();
  const created = await Promise.all(
    Array.from({ length: 10 }, () => createTenant({ db, events }, { principal, name: '同じ名前' })),
  );
  t.is(new Set(created.map(({ slug }) => slug)).size, 10);
  t.is(created.filter(({ slug }) => slug === 'tenant').length, 1);
});

test('the database takes every slug that is made from a name', async (t) => {
  for (const name of oddNames) {
    const slug = slugFromName(name, 1);
    await t.notThrowsAsync(database.db.tenant.create({ data: { name: 'Odd', slug } }), slug);
  }
});

for (const slug of [
  '',
  'a',
  'ab',
  'Abc',
  'a--b',
  '-abc',
  'abc-',
  'a_b',
  'a b',
  'ábc',
  'abc\n',
  'a.b.c',
  'x'.repeat(64),
]) {
  test(`the database refuses the slug ${JSON.stringify(slug.slice(0, 10))} of ${slug.length} characters, whoever writes it`, async (t) => {
    const id = randomUUID();
    await t.throwsAsync(
      database.pool.query('INSERT INTO identity.tenants (id, name, slug) VALUES ($1, $2, $3)', [id, 'Raw', slug]),
      { code: '23514', message: /tenants_slug_form/u },
    );
    const existing = await database.db.tenant.create({ data: { name: 'Raw', slug: `raw-${id}` } });
    await t.throwsAsync(
      database.pool.query('UPDATE identity.tenants SET slug = $2 WHERE id = $1', [existing.id, slug]),
      { code: '23514' },
    );
  });
}

test('the database refuses a slug that another tenant has', async (t) => {
  const insert = () =>
    database.pool.query("INSERT INTO identity.tenants (id, name, slug) VALUES (gen_random_uuid(), 'Twice', 'twice')");
  await insert();
  await t.throwsAsync(insert(), { code: '23505' });
});
