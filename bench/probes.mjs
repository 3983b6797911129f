import { createRemoteJWKSet, importJWK, jwtVerify } from 'jose';
import { newTokens, postForm } from './exchange-codes.mjs';
import { application, machine } from './fixtures.mjs';
import { pathsOf } from './paths.mjs';

/** Verifies our responses after the load: the time of a wrong response would be meaningless. */
export async function probe({ identity, identityES256, G }) {
  await tokenVerifies('identity', identity, 'RS256');
  await tokenVerifies('identityES256', identityES256, 'ES256');
  await replayIsAnsweredAgain(identity);
  await revokedSeatIsDenied(identity);
  if (G) await glewlwydSigns(G);
}

async function tokenVerifies(name, contender, algorithm) {
  const fields = { grant_type: 'client_credentials', scope: 'licenses:read' };
  const { body } = await postForm(contender, pathsOf(name).token, fields, machine);
  const keys = createRemoteJWKSet(new URL(pathsOf(name).jwks, contender.issuer));
  const { protectedHeader, payload } = await jwtVerify(body.access_token, keys, { issuer: contender.issuer });
  expect(`the access token of ${name} is signed with ${algorithm}`, protectedHeader.alg === algorithm);
  expect('a machine is its own subject', payload.sub === machine.id);
  const [{ id_token: idToken }] = await newTokens(name, contender, { count: 1 });
  const verified = await jwtVerify(idToken, keys, { issuer: contender.issuer });
  expect('ID tokens are signed with RS256', verified.protectedHeader.alg === 'RS256');
}

/** Verifies that the anchors did the work. */
async function glewlwydSigns(contender) {
  const fields = { grant_type: 'client_credentials', scope: 'licenses:read' };
  const { body } = await postForm(contender, pathsOf('G').token, fields, machine);
  const key = await importJWK(await contender.ask('publicKey'), 'RS256');
  const { payload } = await jwtVerify(body.access_token, key, { algorithms: ['RS256'] });
  expect('the token of glewlwyd has the scope', payload.scope === 'licenses:read' && payload.client_id === machine.id);
}

/** Within the grace period of a used refresh token; a code has none. */
async function replayIsAnsweredAgain(contender) {
  const [{ refresh_token: token }] = await newTokens('identity', contender, { count: 1 });
  const refresh = (value) =>
    postForm(contender, pathsOf('identity').token, { grant_type: 'refresh_token', refresh_token: value });
  const parallel = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
  const responses = new Set(parallel.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
  expect('twenty uses of a refresh token get one response', responses.size === 1 && parallel[0].status === 200);
  expect('a replay does no harm', (await refresh(parallel[0].body.refresh_token)).status === 200);
}

async function revokedSeatIsDenied(contender) {
  const [{ access_token: token }] = await newTokens('identity', contender, { count: 1 });
  const check = async () => {
    const url = `${contender.issuer}/api/integration/licenses/check?applicationId=${application.id}`;
    return (await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()).hasLicense;
  };
  expect('a license that is held is confirmed', (await check()) === true);
  await contender.ask('revokeSeat');
  expect('a revoked license is denied', (await check()) === false);
}

function expect(sentence, holds) {
  if (!holds) throw new Error(`The benchmark is not valid, because this is not true: ${sentence}.`);
}
