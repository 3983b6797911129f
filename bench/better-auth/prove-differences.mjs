import pg from 'pg';
import { newTokens, postForm } from '../exchange-codes.mjs';
import { machine, web } from '../fixtures.mjs';
import { pathsOf } from '../paths.mjs';
import { resource } from './fixtures.mjs';

const theirs = { revoke: '/api/auth/oauth2/revoke', introspect: pathsOf('B').introspection };
const ours = { revoke: '/api/oauth/revoke', introspect: pathsOf('identity').introspection };

/** Tries out what the two servers do differently, and returns it in sentences. Fails if a sentence is not true. */
export async function proveDifferences({ identity, B }, databaseOfB) {
  const client = new pg.Client({ connectionString: databaseOfB });
  await client.connect();
  try {
    const stored = async () => Number((await client.query('SELECT count(*) FROM "oauthAccessToken"')).rows[0].count);
    const before = await stored();
    const machineFields = { grant_type: 'client_credentials', scope: 'licenses:read' };
    const ofMachine = await postForm(B, pathsOf('B').token, { ...machineFields, resource }, machine);
    const [ofUser] = await newTokens('B', B, { count: 1, jwt: true });
    prove('a JWT of better-auth is not stored', (await stored()) === before);
    for (const [token, owner] of [
      [ofMachine.body.access_token, machine],
      [ofUser.access_token, web],
    ]) {
      prove('a JWT of better-auth is refused by revocation', (await revoke(B, theirs, token, owner)) === 400);
      prove('and stays active', (await isActive(B, theirs, token, owner)) === true);
    }
    await B.ask('renewSession');
    prove('it ends with its session', (await isActive(B, theirs, ofUser.access_token, web)) === false);
    const [opaque] = await newTokens('B', B, { count: 1 });
    prove('an opaque token of better-auth is stored', (await stored()) === before + 1);
    prove('and can be revoked', (await revoke(B, theirs, opaque.access_token, web)) === 200);
    prove('so that it is inactive', (await isActive(B, theirs, opaque.access_token, web)) === false);

    const [token] = await newTokens('identity', identity, { count: 1 });
    prove('a JWT of ours can be revoked', (await revoke(identity, ours, token.access_token, web)) === 200);
    prove('so that it is inactive', (await isActive(identity, ours, token.access_token, web)) === false);
    const { rows } = await client.query('SELECT password FROM account LIMIT 1');
    prove('better-auth hashes with scrypt', /^[0-9a-f]{32}:[0-9a-f]{128}$/u.test(rows[0].password));
  } finally {
    await client.end();
  }
  return [
    'JWT access tokens of better-auth are not stored. Its revocation endpoint refuses them, and they stay active until they expire or, for a user, until the session ends. Ours are stored, and a revoked one is refused at once.',
    'So introspection and userinfo use opaque access tokens of better-auth: those are stored and can be revoked.',
    'The role is read from the database at each call, by both. The cookie cache of better-auth, which would save this read, is off.',
    'better-auth hashes passwords with scrypt, our server with argon2id. A sign-in is the request with the password. Ours is part of an authorization request, and counts the tries.',
    'Both have no limits on requests here. better-auth has 16 database connections, ours 10. better-auth is told to cache its clients and its resource.',
  ];
}

async function revoke(contender, paths, token, client) {
  const response = await postForm(contender, paths.revoke, { token }, client);
  return response.status;
}

async function isActive(contender, paths, token, client) {
  return (await postForm(contender, paths.introspect, { token }, client)).body.active;
}

function prove(sentence, holds) {
  if (!holds) throw new Error(`The comparison is not valid, because this is not true: ${sentence}.`);
}
