import test from 'ava';
import { decodeJwt } from 'jose';
import { type Bank, bankId, startBank } from '../support/fapi2-bank.js';
import {
  addClients,
  assertionFields,
  assertionOf,
  keySetOf,
  machineOf,
  newKey,
  post,
  proofFor,
} from '../support/proofs.js';

let bank: Bank;
test.before(async () => {
  bank = await startBank();
});
test.after.always(() => bank?.server.stop());

const tokenUrl = () => `${bank.server.issuer}/api/oauth/token`;

for (const algorithm of ['PS256', 'ES256', 'EdDSA'])
  test(`FAPI 2.0: an assertion that is signed with ${algorithm} is accepted`, async (t) => {
    const key = await newKey(algorithm);
    const id = `machine-${algorithm}`;
    const jwks = JSON.stringify({ keys: [key.publicJwk] });
    await addClients(bank.server, [{ ...machineOf(id, { jwks }), profile: 'fapi2' }]);
    const { status, body } = await tokenOf(id, key);
    t.is(status, 200);
    t.is(body['token_type'], 'DPoP');
  });

test('FAPI 2.0: of keys with the same id, the one that fits the algorithm is used', async (t) => {
  const keys = await Promise.all(['PS256', 'ES256', 'EdDSA'].map((algorithm) => newKey(algorithm)));
  const kid = 'the-same';
  const jwks = JSON.stringify({ keys: keys.map(({ publicJwk }) => ({ ...publicJwk, kid })) });
  await addClients(bank.server, [{ ...machineOf('same-kid', { jwks }), profile: 'fapi2' }]);
  for (const key of keys) t.is((await tokenOf('same-kid', key, kid)).status, 200, key.algorithm);
  t.is((await tokenOf('same-kid', await newKey(), kid)).status, 400);
});

test('FAPI 2.0: a nonce of 64 characters comes back in the ID token', async (t) => {
  const nonce = 'n'.repeat(64);
  const { body } = await bank.exchange(await bank.signIn({ nonce }));
  t.is(decodeJwt(String(body['id_token']))['nonce'], nonce);
});

test('FAPI 2.0: nobody pushes a request without authentication', async (t) => {
  const nothing = { client_assertion: undefined, client_assertion_type: undefined };
  for (const fields of [nothing, { ...nothing, client_secret: 'x' }])
    t.is((await bank.push({ client_id: bankId, ...fields })).status, 401);
});

test('FAPI 2.0: codes and refresh tokens have more than 128 random bits', async (t) => {
  const url = await bank.signIn();
  const { body } = await bank.exchange(url);
  const values = [url.searchParams.get('code'), body['refresh_token'], decodeJwt(String(body['access_token'])).jti];
  const bits = (value: unknown) => new Set(String(value)).size > 16 && String(value).length * 6;
  for (const value of values) t.true(Number(bits(value)) >= 128, String(value));
  const again = await bank.signIn();
  t.not(again.searchParams.get('code'), url.searchParams.get('code'));
});

test('FAPI 2.0: a token without the right for a request gets 403 with insufficient_scope', async (t) => {
  const key = await newKey();
  await addClients(bank.server, [{ ...machineOf('reader', { jwks: keySetOf(key) }), profile: 'fapi2' }]);
  const { body } = await tokenOf('reader', key);
  const token = String(body['access_token']);
  const url = `${bank.server.issuer}/api/platform/clients`;
  const send = async (method: string) => {
    const dpop = await proofFor({ key: bank.dpop, url, token, method });
    return fetch(url, { method, headers: { authorization: `DPoP ${token}`, dpop } });
  };
  t.is((await send('GET')).status, 200);
  const refused = await send('POST');
  t.is(refused.status, 403);
  t.regex(refused.headers.get('www-authenticate') ?? '', /error="insufficient_scope", scope="platform:write"/u);
});

async function tokenOf(id: string, key: Awaited<ReturnType<typeof newKey>>, kid?: string) {
  const assertion = await assertionOf(bank.server.issuer, id, key, kid === undefined ? {} : { header: { kid } });
  return post(
    tokenUrl(),
    { grant_type: 'client_credentials', ...assertionFields(assertion) },
    { DPoP: await proofFor({ key: bank.dpop, method: 'POST', url: tokenUrl() }) },
  );
}
