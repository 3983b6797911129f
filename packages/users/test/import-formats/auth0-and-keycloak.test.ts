import argon2 from 'argon2';
import test from 'ava';
import bcrypt from 'bcrypt';
import { keycloakArgon2, keycloakPbkdf2 } from '../support/foreign-hashes.js';
import { hasPassword, readFile } from '../support/read-all.js';

const password = 'violet harbor engine 77';
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const without = ({ password: _, ...person }: Record<string, unknown>) => person;

test('auth0: a line of the export of password hashes', async (t) => {
  const text = lines([
    {
      _id: { $oid: '60425dc43519d90068f82973' },
      email_verified: false,
      email: 'ada@example.com',
      passwordHash: await bcrypt.hash(password, 4),
      password_set_date: { $date: '2021-03-05T16:34:44.004Z' },
      tenant: 'dev',
      connection: 'Username-Password-Authentication',
      _tmp_is_unique: true,
    },
  ]);
  const { people, notes } = await readFile('auth0', text);
  t.deepEqual(people.map(without), [
    { email: 'ada@example.com', emailVerified: false, externalId: 'auth0|60425dc43519d90068f82973' },
  ]);
  t.true(await hasPassword(people[0] ?? {}, password));
  t.is(notes.length, 1);
});

test('auth0: lines of an export job and of the extension, and the form of its own bulk import', async (t) => {
  const job = {
    user_id: 'google-oauth2|109',
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    created_at: '2021-03-04T05:06:07.000Z',
    blocked: true,
    identities: [{ user_id: '109', provider: 'google-oauth2', connection: 'google-oauth2', isSocial: true }],
  };
  const extension = { Id: 'auth0|5f1', Email: 'bob@example.com', 'Email Verified': true, Name: 'bob@example.com' };
  const hash = await argon2.hash(password, { type: argon2.argon2id, memoryCost: 8, timeCost: 2, parallelism: 1 });
  const bulk = {
    user_id: '5f2',
    email: 'eve@example.com',
    custom_password_hash: { algorithm: 'argon2', hash: { value: hash } },
    mfa_factors: [{ totp: { secret: 'JBSWY3DPEHPK3PXP' } }],
  };
  const md5 = { email: 'md@example.com', custom_password_hash: { algorithm: 'md5', hash: { value: 'x' } } };
  const { people, notes } = await readFile('auth0', JSON.stringify([job, extension, bulk, md5]));
  t.deepEqual(people.map(without), [
    {
      email: 'ada@example.com',
      emailVerified: true,
      externalId: 'google-oauth2|109',
      displayName: 'Ada Lovelace',
      givenName: 'Ada',
      familyName: 'Lovelace',
      createdAt: '2021-03-04T05:06:07.000Z',
      disabled: true,
      links: [{ provider: 'google', subject: '109' }],
    },
    { email: 'bob@example.com', emailVerified: true, externalId: 'auth0|5f1' },
    { email: 'eve@example.com', emailVerified: false, externalId: 'auth0|5f2', totpSecret: 'JBSWY3DPEHPK3PXP' },
    { email: 'md@example.com', emailVerified: false },
  ]);
  t.true(await hasPassword(people[2] ?? {}, password));
  t.is(notes.length, 2);
});

test('keycloak: users of a realm with their passwords, authenticator apps and links', async (t) => {
  const otp = (data: object) => ({
    type: 'otp',
    secretData: '{"value":"Hello!\\u0000"}',
    credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1', ...data }),
  });
  const user = { id: '0f5c', createdTimestamp: 1614834367000, username: 'ada', enabled: true, totp: true };
  const users = [
    {
      ...user,
      email: 'ada@example.com',
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      attributes: { locale: ['de'], team: ['x'] },
      credentials: [keycloakPbkdf2(password), otp({})],
      federatedIdentities: [{ identityProvider: 'google', userId: '109', userName: 'ada' }],
      realmRoles: ['default-roles-x'],
      groups: ['/a'],
    },
    { email: 'argon@example.com', enabled: false, credentials: [await keycloakArgon2(password), otp({ digits: 8 })] },
    { email: 'old@example.com', credentials: [keycloakPbkdf2(password, { digest: 'sha1' })] },
    { email: 'new@example.com', credentials: [keycloakPbkdf2(password, { digest: 'sha512' }), { type: 'webauthn' }] },
    { username: 'service-account-x', serviceAccountClientId: 'x', enabled: true },
    { username: 'nobody' },
    { email: 'odd@example.com', credentials: [{ type: 'password', secretData: '{}', credentialData: 'secret' }] },
  ];
  const {
    people,
    problems,
    notes,
    lines: all,
  } = await readFile('keycloak', JSON.stringify({ realm: 'x', users }, null, 2), {
    providers: ['Google'],
  });
  t.is(all.length, users.length);
  t.deepEqual(people.map(without), [
    {
      email: 'ada@example.com',
      emailVerified: true,
      externalId: '0f5c',
      displayName: 'Ada Lovelace',
      givenName: 'Ada',
      familyName: 'Lovelace',
      locale: 'de',
      createdAt: '2021-03-04T05:06:07.000Z',
      disabled: false,
      // The base32 of the bytes of "Hello!" and U+0000.
      totpSecret: 'JBSWY3DPEEAA',
      links: [{ provider: 'google', subject: '109' }],
    },
    { email: 'argon@example.com', emailVerified: false, disabled: true },
    { email: 'old@example.com', emailVerified: false },
    { email: 'new@example.com', emailVerified: false },
  ]);
  for (const person of people) t.true(await hasPassword(person, password), String(person['email']));
  t.deepEqual(
    problems.map(({ line, field }) => [line, field]),
    [
      [6, 'email'],
      [7, 'password'],
    ],
  );
  t.is(notes.length, 4);
});

test('keycloak: all realms in one file', async (t) => {
  const { people } = await readFile(
    'keycloak',
    JSON.stringify([
      { realm: 'a', users: [{ email: 'a@x.test' }] },
      { realm: 'b', users: [{ email: 'b@x.test' }] },
    ]),
  );
  t.deepEqual(
    people.map(({ email }) => email),
    ['a@x.test', 'b@x.test'],
  );
});
