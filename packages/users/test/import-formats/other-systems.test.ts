import argon2 from 'argon2';
import test from 'ava';
import bcrypt from 'bcrypt';
import { ImportFileError } from '../../src/import-formats/read-people.js';
import { betterAuthHash, firebaseHash, firebaseProject } from '../support/foreign-hashes.js';
import { hasPassword, readAll, readFile } from '../support/read-all.js';

const password = 'violet harbor engine 77';
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const without = ({ password: _, ...person }: Record<string, unknown>) => person;

test('cognito: the columns of a user pool, without passwords', async (t) => {
  const header =
    'cognito:username,name,given_name,family_name,email,email_verified,zoneinfo,locale,phone_number,cognito:mfa_enabled';
  const { people, problems, notes } = await readFile(
    'cognito',
    `${header}\nada,Ada Lovelace,Ada,Lovelace,ada@example.com,TRUE,Europe/Berlin,en_US,,FALSE\nbob,,,,,FALSE,,,+49123,\n`,
  );
  t.deepEqual(people, [
    {
      email: 'ada@example.com',
      emailVerified: true,
      externalId: 'ada',
      displayName: 'Ada Lovelace',
      givenName: 'Ada',
      familyName: 'Lovelace',
      locale: 'en-US',
      zoneinfo: 'Europe/Berlin',
    },
  ]);
  t.deepEqual(
    problems.map(({ line, field }) => [line, field]),
    [[3, 'email']],
  );
  t.is(notes.length, 2);
});

test('cognito: the list of users that its command prints', async (t) => {
  const attributes = [
    { Name: 'sub', Value: '3b5e' },
    { Name: 'email', Value: 'ada@example.com' },
    { Name: 'email_verified', Value: 'true' },
  ];
  const user = { Username: 'ada', Attributes: attributes, UserCreateDate: 1614834367.5, Enabled: false };
  const { people } = await readFile('cognito', JSON.stringify({ Users: [user] }, null, 4));
  t.deepEqual(people, [
    {
      email: 'ada@example.com',
      emailVerified: true,
      externalId: '3b5e',
      createdAt: '2021-03-04T05:06:07.500Z',
      disabled: true,
    },
  ]);
});

test('firebase: users with the hash parameters of their project', async (t) => {
  const { hash: passwordHash, salt } = firebaseHash(password);
  const users = [
    {
      localId: 'f1',
      email: 'ada@example.com',
      emailVerified: true,
      passwordHash,
      salt,
      displayName: 'Ada',
      createdAt: '1614834367000',
      disabled: false,
      providerUserInfo: [
        { providerId: 'google.com', rawId: '109', email: 'ada@example.com' },
        { providerId: 'password', rawId: 'ada@example.com' },
      ],
    },
    { localId: 'f2', providerUserInfo: [] },
  ];
  const text = JSON.stringify({ users });
  const { people, lines: all, notes } = await readFile('firebase', text, { firebase: firebaseProject });
  t.deepEqual(people.map(without), [
    {
      email: 'ada@example.com',
      emailVerified: true,
      externalId: 'f1',
      displayName: 'Ada',
      createdAt: '2021-03-04T05:06:07.000Z',
      disabled: false,
      links: [{ provider: 'google', subject: '109' }],
    },
  ]);
  t.is(all.length, 2);
  t.true(await hasPassword(people[0] ?? {}, password));
  t.is(notes.length, 2);
  const error = await t.throwsAsync(readAll('firebase', text), { instanceOf: ImportFileError });
  t.true(error?.message.includes('--firebase-signer-key'));
});

test('logto: rows of its table and objects of its API, with each method of passwords', async (t) => {
  const argon = await argon2.hash(password, { type: argon2.argon2i, memoryCost: 4096, timeCost: 256, parallelism: 1 });
  const row = {
    id: 'u1',
    primary_email: 'ada@example.com',
    name: 'Ada',
    is_suspended: false,
    created_at: '2021-03-04T05:06:07+00:00',
    password_encrypted: argon,
    password_encryption_method: 'Argon2i',
    profile: { givenName: 'Ada', locale: 'en' },
    identities: { google: { userId: '109', details: {} } },
    mfa_verifications: [{ id: 'm', type: 'Totp', key: 'JBSWY3DPEHPK3PXP', createdAt: '2021-03-04T05:06:07Z' }],
  };
  const api = {
    primaryEmail: 'bob@example.com',
    passwordEncrypted: await bcrypt.hash(password, 4),
    passwordEncryptionMethod: 'Bcrypt',
  };
  const md5 = { primaryEmail: 'md@example.com', passwordEncrypted: 'x', passwordEncryptionMethod: 'MD5' };
  const { people, notes } = await readFile(
    'logto',
    lines([row, api, md5, { ...md5, passwordEncryptionMethod: 'Legacy' }]),
  );
  t.deepEqual(people.map(without), [
    {
      email: 'ada@example.com',
      emailVerified: true,
      externalId: 'u1',
      displayName: 'Ada',
      givenName: 'Ada',
      locale: 'en',
      createdAt: '2021-03-04T05:06:07.000Z',
      disabled: false,
      totpSecret: 'JBSWY3DPEHPK3PXP',
      links: [{ provider: 'google', subject: '109' }],
    },
    { email: 'bob@example.com', emailVerified: true },
    { email: 'md@example.com', emailVerified: true },
    { email: 'md@example.com', emailVerified: true },
  ]);
  for (const person of people.slice(0, 2)) t.true(await hasPassword(person, password));
  t.deepEqual([people[2]?.['password'], people[3]?.['password']], [undefined, undefined]);
  t.is(notes.length, 2);
});

test('better-auth: users with their accounts in each line, or both tables in one object', async (t) => {
  const user = {
    id: 'b1',
    email: 'ada@example.com',
    emailVerified: true,
    name: 'Ada',
    createdAt: '2021-03-04T05:06:07Z',
  };
  const accounts = [
    { id: 'a1', userId: 'b1', accountId: 'b1', providerId: 'credential', password: betterAuthHash(password) },
    { id: 'a2', userId: 'b1', accountId: '109', providerId: 'google', password: null },
  ];
  const snake = { id: 7, email: 'bob@example.com', email_verified: 0, name: 'Bob', accounts: [] };
  const expected = [
    {
      email: 'ada@example.com',
      emailVerified: true,
      externalId: 'b1',
      displayName: 'Ada',
      createdAt: '2021-03-04T05:06:07.000Z',
      links: [{ provider: 'google', subject: '109' }],
    },
    { email: 'bob@example.com', emailVerified: false, externalId: '7', displayName: 'Bob' },
  ];
  for (const text of [
    lines([{ ...user, accounts }, snake]),
    JSON.stringify([{ ...user, accounts }, snake]),
    JSON.stringify({ user: [user, snake], account: accounts, session: [] }, null, 2),
  ]) {
    const { people } = await readFile('better-auth', text);
    t.deepEqual(people.map(without), expected);
    t.true(await hasPassword(people[0] ?? {}, password));
  }
});

test('links to providers that are not configured are left out, and each is told', async (t) => {
  const of = (email: string) => ({ email, federatedIdentities: [{ identityProvider: 'corp', userId: '1' }] });
  const text = JSON.stringify({ users: [of('a@x.test'), of('b@x.test')] });
  const leftOut: string[] = [];
  const onLeftOut = (provider: string) => void leftOut.push(provider);
  const { people } = await readFile('keycloak', text, { providers: ['google'], onLeftOut });
  t.deepEqual(
    people.map(({ links }) => links),
    [undefined, undefined],
  );
  t.deepEqual(leftOut, ['corp', 'corp']);
});

test('clerk: the columns of the export of its dashboard', async (t) => {
  const header =
    'id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher';
  const hash = await bcrypt.hash(password, 4);
  const text = [
    header,
    `user_1,Ada,Lovelace,,ada@example.com,,ada@example.com|ada@other.test,,,,JBSWY3DPEHPK3PXP,${hash},bcrypt`,
    'user_2,Bob,,,bob@example.com,,,bob@example.com,,,,5f4dcc3b5aa765d61d8327deb882cf99,md5',
    'user_3,Eve,,eve,,+49123,,,,,,,\n',
  ].join('\n');
  const { people, problems, notes } = await readFile('clerk', text);
  t.deepEqual(people.map(without), [
    {
      email: 'ada@example.com',
      emailVerified: true,
      externalId: 'user_1',
      displayName: 'Ada Lovelace',
      givenName: 'Ada',
      familyName: 'Lovelace',
      totpSecret: 'JBSWY3DPEHPK3PXP',
    },
    { email: 'bob@example.com', emailVerified: false, externalId: 'user_2', displayName: 'Bob', givenName: 'Bob' },
  ]);
  t.true(await hasPassword(people[0] ?? {}, password));
  t.is(people[1]?.['password'], undefined);
  t.true(notes.some((note) => note.includes('"md5"')));
  t.deepEqual(
    problems.map(({ line, field }) => [line, field]),
    [[4, 'email']],
  );
  await t.throwsAsync(readAll('clerk', 'email\na@x.test\n'), { instanceOf: ImportFileError });
});

test('supabase: rows of auth.users with their identities and factors, as JSON and as CSV', async (t) => {
  const hash = await bcrypt.hash(password, 4);
  const ada = {
    id: '6f0a',
    email: 'ada@example.com',
    encrypted_password: hash,
    email_confirmed_at: '2021-03-04 05:06:07+00',
    created_at: '2021-03-04 05:06:07+00',
    banned_until: '2999-01-01 00:00:00+00',
    deleted_at: null,
    is_anonymous: false,
    raw_user_meta_data: { full_name: 'Ada Lovelace', role: 'x' },
    identities: [
      { provider: 'email', provider_id: '6f0a', identity_data: { sub: '6f0a' } },
      { provider: 'google', provider_id: '109', identity_data: { sub: '109' } },
    ],
    factors: [{ factor_type: 'totp', status: 'verified', secret: 'JBSWY3DPEHPK3PXP' }],
  };
  const others = [
    { id: '2', email: null, is_anonymous: true },
    { id: '3', email: 'gone@example.com', deleted_at: '2021-03-04 05:06:07+00' },
  ];
  const expected = {
    email: 'ada@example.com',
    emailVerified: true,
    externalId: '6f0a',
    displayName: 'Ada Lovelace',
    createdAt: '2021-03-04T05:06:07.000Z',
    disabled: true,
    totpSecret: 'JBSWY3DPEHPK3PXP',
    links: [{ provider: 'google', subject: '109' }],
  };
  const field = (value: unknown) =>
    value === null
      ? ''
      : `"${(typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll('"', '""')}"`;
  const csv = `${Object.keys(ada).join(',')}\n${Object.values(ada).map(field).join(',')}\n`;
  for (const text of [JSON.stringify([ada, ...others]), lines([ada, ...others]), csv]) {
    const { people, problems } = await readFile('supabase', text);
    t.deepEqual(people.map(without), [expected]);
    t.deepEqual(problems, []);
    t.true(await hasPassword(people[0] ?? {}, password));
  }
});
