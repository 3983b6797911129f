import { randomUUID } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { newKey, post, proofFor, type TestKey } from '../support/proofs.js';
import { call, configure, secretOf, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const exchangeType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessType = 'urn:ietf:params:oauth:token-type:access_token';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ tokenExchange: true, dPoP: true });
});
test.after.always(() => server?.stop());

/** Adds a first-party client that may exchange tokens, with the secret of demo-web. */
async function addBot(fields: { dpopBound?: boolean } = {}): Promise<string> {
  const { db } = server.identity;
  const { hash } = await db.clientSecret.findFirstOrThrow({ where: { clientId: 'demo-web' } });
  const id = `bot-${randomUUID()}`;
  const scopes = ['openid', 'profile', 'email'];
  const data = {
    id,
    name: 'Bot',
    type: 'CONFIDENTIAL' as const,
    firstParty: true,
    tokenExchange: true,
    scopes,
    ...fields,
  };
  await db.client.create({
    data: { ...data, redirectUris: ['https://bot.example/cb'], secrets: { create: { hash } } },
  });
  return id;
}

/** A user's token that is bound to a key. */
async function boundToken(key: TestKey): Promise<string> {
  const { tokens } = await signIn(server.issuer);
  const config = await configure(server.issuer, 'demo-web');
  const { privateKey, publicKey } = key;
  const handle = client.getDPoPHandle(config, { privateKey, publicKey });
  const bound = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP: handle });
  return bound.access_token;
}

const tokenUrl = () => `${server.issuer}/api/oauth/token`;

/** Exchanges a token, with a proof of a key if one is given. */
async function exchange(bot: string, subjectToken: string, { key, proof }: { key?: TestKey; proof?: string } = {}) {
  const sent = proof ?? (key && (await proofFor({ key, method: 'POST', url: tokenUrl() })));
  const fields = { grant_type: exchangeType, subject_token: subjectToken, subject_token_type: accessType };
  const { status, body } = await post(tokenUrl(), fields, {
    authorization: `Basic ${Buffer.from(`${bot}:${secretOf('demo-web')}`).toString('base64')}`,
    ...(sent === undefined ? {} : { dpop: sent }),
  });
  return { status, body, token: String(body['access_token'] ?? ''), refusal: [status, body['error']] };
}

test('a token that is bound to a key is exchanged with a proof of this key, for one that is bound to it as well', async (t) => {
  const [key, bot] = [await newKey(), await addBot()];
  const token = await boundToken(key);
  t.deepEqual(decodeJwt(token)['cnf'], { jkt: key.thumbprint });
  const { status, body, token: exchanged } = await exchange(bot, token, { key });
  t.deepEqual([status, body['token_type']], [200, 'DPoP']);
  t.like(decodeJwt(exchanged), { cnf: { jkt: key.thumbprint }, act: { sub: bot } });
  const url = `${server.issuer}/api/users/me`;
  t.is((await call(server.issuer, '/api/users/me', exchanged)).status, 401, 'it is no bearer token');
  const proof = await proofFor({ key, url, token: exchanged });
  const response = await fetch(url, { headers: { authorization: `DPoP ${exchanged}`, dpop: proof } });
  t.is(response.status, 200);
});

test('without a proof, with that of another key or with a used one, a bound token is not exchanged', async (t) => {
  const [key, other, bot] = [await newKey(), await newKey(), await addBot()];
  const token = await boundToken(key);
  t.deepEqual((await exchange(bot, token)).refusal, [400, 'invalid_request']);
  t.deepEqual((await exchange(bot, token, { key: other })).refusal, [400, 'invalid_request']);
  const elsewhere = await proofFor({ key, method: 'POST', url: `${server.issuer}/api/oauth/introspect` });
  t.deepEqual((await exchange(bot, token, { proof: elsewhere })).refusal, [400, 'invalid_dpop_proof']);
  const proof = await proofFor({ key, method: 'POST', url: tokenUrl() });
  t.is((await exchange(bot, token, { proof })).status, 200);
  t.deepEqual((await exchange(bot, token, { proof })).refusal, [400, 'invalid_grant']);
});

test('a client whose tokens are bound exchanges tokens with a proof, and not without', async (t) => {
  const [key, bot] = [await newKey(), await addBot({ dpopBound: true })];
  const { tokens } = await signIn(server.issuer);
  t.deepEqual((await exchange(bot, tokens.access_token)).refusal, [400, 'invalid_request']);
  const { status, token } = await exchange(bot, tokens.access_token, { key });
  t.is(status, 200);
  t.deepEqual(decodeJwt(token)['cnf'], { jkt: key.thumbprint });
});
