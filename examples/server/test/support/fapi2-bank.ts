import { TestBrowser } from '@org/identity-testing/test-browser';
import * as openid from 'openid-client';
import {
  addClients,
  assertionFields,
  assertionOf,
  type FormReply,
  highSecurity,
  newKey,
  post,
  proofFor,
  type TestKey,
} from './proofs.js';
import { enterPassword } from './sign-in.js';
import { startTestServer, type TestServer } from './test-server.js';

export const bankId = 'bank';
export const bankRedirectUri = 'https://bank.example/callback';

/** A server with a client that has the profile fapi2. */
export interface Bank {
  readonly server: TestServer;
  /** The key that it authenticates with, one that the profile does not allow, and the key of its tokens. */
  readonly key: TestKey;
  readonly rsa: TestKey;
  readonly dpop: TestKey;
  /** The fields of an assertion. */
  own(changes?: Parameters<typeof assertionOf>[3], by?: TestKey): Promise<Record<string, string>>;
  /** Pushes a request; undefined leaves a parameter out. */
  push(changes?: Record<string, string | undefined>, proof?: string): Promise<FormReply>;
  /** The URL that begins a sign-in. */
  authorize(query: Record<string, string>): URL;
  /** Signs a user in, and returns the URL that the browser was sent to. */
  signIn(changes?: Record<string, string>): Promise<URL>;
  /** Exchanges the code of such a URL. */
  exchange(url: URL, options?: { by?: TestKey; proof?: boolean }): Promise<FormReply>;
}

export async function startBank(): Promise<Bank> {
  const lifetimes = { authorizationCode: 600 };
  const server = await startTestServer({ ...highSecurity, accessTokenAlgorithm: 'ES256', lifetimes });
  const [key, rsa, dpop] = await Promise.all([newKey(), newKey('RS256'), newKey()]);
  const { issuer } = server;
  await addClients(server, [
    {
      id: bankId,
      name: 'Bank',
      type: 'CONFIDENTIAL',
      firstParty: true,
      redirectUris: [bankRedirectUri],
      authMethod: 'private_key_jwt',
      jwks: JSON.stringify({ keys: [key.publicJwk, rsa.publicJwk] }),
      profile: 'fapi2',
    },
  ]);
  const verifier = openid.randomPKCECodeVerifier();
  const own: Bank['own'] = async (changes = {}, by = key) =>
    assertionFields(await assertionOf(issuer, bankId, by, changes));
  const push: Bank['push'] = async (changes = {}, proof) => {
    const fields = {
      client_id: bankId,
      response_type: 'code',
      redirect_uri: bankRedirectUri,
      scope: 'openid offline_access',
      nonce: 'n-1',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(await own()),
      ...changes,
    };
    const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const headers: Record<string, string> = proof === undefined ? {} : { DPoP: proof };
    return post(`${issuer}/api/oauth/par`, Object.fromEntries(given), headers);
  };
  const authorize: Bank['authorize'] = (query) => {
    const url = new URL(`${issuer}/oauth/authorize`);
    url.search = new URLSearchParams(query).toString();
    return url;
  };
  return {
    server,
    key,
    rsa,
    dpop,
    own,
    push,
    authorize,
    async signIn(changes) {
      const { body } = await push(changes);
      const browser = new TestBrowser(issuer);
      const page = await browser.open(authorize({ client_id: bankId, request_uri: String(body['request_uri']) }));
      return (await enterPassword(browser, page, 'owner@acme.test')).url;
    },
    async exchange(url, { by = dpop, proof = true } = {}) {
      const tokenUrl = `${issuer}/api/oauth/token`;
      const fields = {
        grant_type: 'authorization_code',
        code: url.searchParams.get('code') ?? '',
        redirect_uri: bankRedirectUri,
        code_verifier: verifier,
        ...(await own()),
      };
      const headers: Record<string, string> = proof
        ? { DPoP: await proofFor({ key: by, method: 'POST', url: tokenUrl }) }
        : {};
      return post(tokenUrl, fields, headers);
    },
  };
}
