import { randomUUID } from 'node:crypto';
import { createEventBus } from '@org/identity-prisma';
import { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { claimsOfScopes, findAccount } from '../../src/accounts/find-account.js';
import { accountStore } from '../../src/administration/account-store.js';
import { hashPassword } from '../../src/credentials/password-hash.js';
import { createSignInLimiter } from '../../src/credentials/sign-in-limits.js';
import { createNewPasswordLimiter } from '../../src/limits/new-password-limits.js';
import { addUser } from '../support/add-user.js';

let database: OpenTestDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());
const services = () => ({
  ...database,
  events: createEventBus(),
  mail: { add: () => Promise.resolve() },
  brand: { productName: 'Test' },
  sendLogoutNotices() {},
});

test('an account has every claim that has a value, under its standard name', async (t) => {
  const profile = {
    username: 'zoe',
    displayName: 'Zoë Z.',
    givenName: 'Zoë',
    familyName: 'Zed',
    middleName: 'M.',
    nickname: 'Z',
    pictureUrl: 'https://pictures.example/zoe.png',
    website: 'https://zoe.example',
    gender: 'female',
    birthdate: '1990-02-28',
    zoneinfo: 'Europe/Berlin',
    locale: 'de-DE',
    emailVerified: true,
    updatedAt: new Date('2026-01-02T03:04:05.678Z'),
  };
  const id = await addUser(database.db, 'Zoe@Claims.test', profile);
  t.deepEqual(await findAccount(database.pool, id), {
    id,
    secondFactor: false,
    claims: {
      name: 'Zoë Z.',
      given_name: 'Zoë',
      family_name: 'Zed',
      middle_name: 'M.',
      nickname: 'Z',
      preferred_username: 'zoe',
      picture: 'https://pictures.example/zoe.png',
      website: 'https://zoe.example',
      gender: 'female',
      birthdate: '1990-02-28',
      zoneinfo: 'Europe/Berlin',
      locale: 'de-DE',
      updated_at: 1_767_323_045,
      email: 'Zoe@Claims.test',
      email_verified: true,
    },
  });
});

test('a claim without a value is left out, one that is false is not', async (t) => {
  const id = await addUser(database.db, 'bare@claims.test', { emailVerified: false });
  const account = await findAccount(database.pool, id);
  t.deepEqual(Object.keys(account?.claims ?? {}).sort(), ['email', 'email_verified', 'updated_at']);
  t.is(account?.claims['email_verified'], false);
});

test('every claim belongs to one scope, and every claim of a scope can have a value', async (t) => {
  const id = await addUser(database.db, 'scopes@claims.test', { displayName: 'S' });
  const account = await accountStore(services(), createSignInLimiter(database.pool), {
    limiter: createNewPasswordLimiter(database.pool),
    hash: hashPassword,
  }).find(id);
  const listed: string[] = [...claimsOfScopes.profile, ...claimsOfScopes.email];
  t.is(new Set(listed).size, listed.length);
  for (const claim of Object.keys(account?.claims ?? {})) t.true(listed.includes(claim), claim);
});

test('an account holds nothing that opens it', async (t) => {
  const id = await addUser(database.db, 'secret@claims.test', { superAdmin: true });
  const account = JSON.stringify(await findAccount(database.pool, id));
  t.notRegex(account, /argon2|password|super|deleted/iu);
});

test('an account that waits for its deletion is no account', async (t) => {
  const id = await addUser(database.db, 'gone@claims.test', { deletedAt: new Date() });
  t.is(await findAccount(database.pool, id), undefined);
});

test('an id that nobody has, or that cannot be one, is no account', async (t) => {
  for (const id of [randomUUID(), '', 'demo-machine', "' OR 1=1 --", `${randomUUID()}0`, 'a\u0000b', '\ud800']) {
    t.is(await findAccount(database.pool, id), undefined, id);
  }
});

test('the epoch of sign-ins is a living account’s, and nobody else has one', async (t) => {
  const { signInEpoch } = accountStore(services(), createSignInLimiter(database.pool), {
    limiter: createNewPasswordLimiter(database.pool),
    hash: hashPassword,
  });
  t.is(await signInEpoch(await addUser(database.db, 'epoch@claims.test', { signInEpoch: 3 })), 3);
  t.is(await signInEpoch(await addUser(database.db, 'no-epoch@claims.test', { deletedAt: new Date() })), undefined);
  for (const id of [randomUUID(), '', "' OR 1=1 --", 'a\u0000b']) t.is(await signInEpoch(id), undefined, id);
});
