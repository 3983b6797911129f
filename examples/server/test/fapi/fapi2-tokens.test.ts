import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { type Bank, bankId, startBank } from '../support/fapi2-bank.js';
import { newKey, post, proofFor, type TestKey } from '../support/proofs.js';
import { call, enterPassword } from '../support/sign-in.js';

let bank: Bank;
test.before(async () => {
  bank = await startBank();
});
test.after.always(() => bank?.server.stop());

test('FAPI 2.0: a code is valid for sixty seconds, whatever the server allows others', async (t) => {
  await bank.signIn();
  const row = await bank.server.identity.db.oidcToken.findFirstOrThrow({
    where: { clientId: bankId, kind: 'AuthorizationCode' },
    orderBy: { createdAt: 'desc' },
  });
  t.true(row.expiresAt !== null && row.expiresAt.getTime() - row.createdAt.getTime() <= 60_500);
});

test('FAPI 2.0: a code is exchanged once, and a second use ends its tokens', async (t) => {
  const url = await bank.signIn();
  const first = await bank.exchange(url);
  t.is(first.status, 200);
  t.is((await bank.exchange(url)).body['error'], 'invalid_grant');
  const token = String(first.body['access_token']);
  const at = `${bank.server.issuer}/api/users/me`;
  const headers = { authorization: `DPoP ${token}`, dpop: await proofFor({ key: bank.dpop, url: at, token }) };
  t.is((await call(bank.server.issuer, '/api/users/me', undefined, { headers })).status, 401);
});

test('FAPI 2.0: only bound tokens are issued', async (t) => {
  const url = await bank.signIn();
  t.is((await bank.exchange(url, { proof: false })).status, 400);
  const { body } = await bank.exchange(await bank.signIn());
  t.is(body['token_type'], 'DPoP');
  t.deepEqual(decodeJwt(String(body['access_token']))['cnf'], { jkt: bank.dpop.thumbprint });
});

test('FAPI 2.0: a code can be bound to the key of its pushed request', async (t) => {
  const proof = await proofFor({ key: bank.dpop, method: 'POST', url: `${bank.server.issuer}/api/oauth/par` });
  const finish = async () => {
    const { body } = await bank.push({ dpop_jkt: bank.dpop.thumbprint });
    const browser = new TestBrowser(bank.server.issuer);
    const page = await browser.open(bank.authorize({ client_id: bankId, request_uri: String(body['request_uri']) }));
    return (await enterPassword(browser, page, 'owner@acme.test')).url;
  };
  t.is((await bank.push({}, proof)).status, 201);
  t.is((await bank.exchange(await finish(), { by: await newKey() })).status, 400);
  t.is((await bank.exchange(await finish())).status, 200);
});

test('FAPI 2.0: refresh tokens are not rotated, need the key of the client, and stay valid', async (t) => {
  const { body } = await bank.exchange(await bank.signIn());
  const tokenUrl = `${bank.server.issuer}/api/oauth/token`;
  const refresh = async (by: TestKey | undefined) =>
    post(
      tokenUrl,
      {
        grant_type: 'refresh_token',
        refresh_token: String(body['refresh_token']),
        ...(by ? await bank.own({}, by) : { client_id: bankId }),
      },
      { DPoP: await proofFor({ key: bank.dpop, method: 'POST', url: tokenUrl }) },
    );
  for (const _ of [1, 2]) {
    const refreshed = await refresh(bank.key);
    t.is(refreshed.status, 200);
    t.is(refreshed.body['refresh_token'], body['refresh_token']);
  }
  t.is((await refresh(undefined)).status, 400);
  t.is((await refresh(await newKey())).status, 400);
});

test('FAPI 2.0: ID tokens and access tokens are signed with ES256 or EdDSA', async (t) => {
  const { body } = await bank.exchange(await bank.signIn());
  for (const name of ['id_token', 'access_token']) t.is(decodeProtectedHeader(String(body[name])).alg, 'ES256');
});

test('FAPI 2.0: access tokens are not accepted in the query or body', async (t) => {
  const { body } = await bank.exchange(await bank.signIn());
  const token = String(body['access_token']);
  const dpopHeader = await proofFor({ key: bank.dpop, url: `${bank.server.issuer}/api/users/me`, token });
  for (const path of ['/api/users/me', '/api/oauth/userinfo']) {
    const { status } = await call(bank.server.issuer, `${path}?access_token=${token}`, undefined, {
      headers: { dpop: dpopHeader },
    });
    t.true(status === 400 || status === 401, `${path} ${status}`);
  }
});
