import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { keepKeysJob } from '../../src/keys/keep-keys.js';
import { readKeyRows } from '../../src/keys/key-rows.js';
import { loadKeys } from '../../src/keys/load-keys.js';
import { publicPart } from '../../src/keys/new-signing-key.js';
import { createSigner } from '../../src/keys/signer.js';
import { keySecret } from '../support/stored-keys.js';

const issuer = 'https://id.test';

async function start(algorithm: 'RS256' | 'ES256' = 'RS256') {
  const database = await openTestDatabase();
  const { db } = database;
  const keys = await loadKeys(db, keySecret, { algorithm });
  return { ...database, keys, signer: createSigner({ db, issuer, keys: () => keys }) };
}

for (const algorithm of ['RS256', 'ES256'] as const)
  test(`a plugin signs with RS256, also where access tokens are signed with ${algorithm}`, async (t) => {
    const { signer, keys, close } = await start(algorithm);
    const sign = await signer.prepare({ typ: 'report+jwt' });
    const jwt = await sign({ sub: 'somebody', iss: 'https://elsewhere.test' });
    const published = createLocalJWKSet({ keys: keys.signing.map(({ privateJwk }) => publicPart(privateJwk)) });
    const { payload } = await jwtVerify(jwt, published, { algorithms: ['RS256'], typ: 'report+jwt' });
    t.deepEqual(payload, { iss: issuer, sub: 'somebody' });
    t.is(decodeProtectedHeader(jwt).kid, keys.signing[0]?.kid);
    t.is(await sign({ sub: 'somebody', iss: 'https://elsewhere.test' }), jwt);
    await close();
  });

test('a plugin cannot sign what passes for a token of the server', async (t) => {
  const { signer, close } = await start();
  for (const typ of ['at+jwt', 'JWT', 'jwt', 'logout+jwt', 'AT+JWT', 'application/at+jwt', ' at+jwt', ''])
    await t.throwsAsync(signer.prepare({ typ }), { instanceOf: TypeError }, typ);
  await close();
});

test('a key stays published for as long as what it has signed is valid', async (t) => {
  const { signer, db, close, keys } = await start();
  const [key] = keys.signing;
  const month = 30 * 24 * 60 * 60;
  await signer.prepare({ typ: 'report+jwt', seconds: month });
  await signer.prepare({ typ: 'report+jwt', seconds: 60 });
  const stored = () => db.signingKey.findUniqueOrThrow({ where: { kid: key?.kid ?? '' } });
  t.is((await stored()).tokenSeconds, month);
  // A key that is being replaced is kept for longer, too.
  const publishedUntil = new Date(Date.now() + 60_000);
  await db.signingKey.update({ where: { kid: key?.kid ?? '' }, data: { publishedUntil, tokenSeconds: 60 } });
  await createSigner({ db, issuer, keys: () => ({ signing: keys.signing }) }).prepare({ typ: 'a+jwt', seconds: month });
  t.is((await stored()).publishedUntil?.getTime(), publishedUntil.getTime() + (month - 60) * 1000);
  const events = { publish: () => Promise.resolve('') };
  const settings = { keys: { announceSeconds: 120, pollSeconds: 30 }, lifetimes: { session: 60 } };
  await keepKeysJob({ db, events, secret: keySecret }, settings as never).run(new AbortController().signal);
  t.true((await readKeyRows(db)).some(({ kid, state }) => kid === key?.kid && state !== 'former'));
  await close();
});
