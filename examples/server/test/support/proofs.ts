import { createHash, randomUUID } from 'node:crypto';
import { type SeedData, seed } from '@org/identity-server';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { TestServer } from './test-server.js';

/** A key pair with its public part and thumbprint. */
export interface TestKey {
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly thumbprint: string;
}

export async function newKey(algorithm = 'ES256'): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  return { algorithm, privateKey, publicKey, publicJwk, thumbprint: await calculateJwkThumbprint(publicJwk) };
}

export const now = () => Math.floor(Date.now() / 1000);

/** The parts of a proof. Those that are not given are right for the request. */
export interface ProofParts {
  key: TestKey;
  method?: string;
  url: string;
  token?: string;
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
}

/** A DPoP proof for a request. */
export function proofFor({ key, method = 'GET', url, token, header, claims }: ProofParts): Promise<string> {
  const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') };
  return new SignJWT({ jti: randomUUID(), htm: method, htu: url, iat: now(), ...ath, ...claims })
    .setProtectedHeader({ alg: key.algorithm, typ: 'dpop+jwt', jwk: key.publicJwk, ...header })
    .sign(key.privateKey);
}

/** The assertion of a client with `private_key_jwt`. */
export function assertionOf(
  issuer: string,
  clientId: string,
  key: TestKey,
  { header, claims }: Pick<ProofParts, 'header' | 'claims'> = {},
): Promise<string> {
  const usual = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat: now(), exp: now() + 60 };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: key.algorithm, ...header })
    .sign(key.privateKey);
}

/** The form fields of an assertion. */
export const assertionFields = (assertion: string) => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: assertion,
});

/** A key set, as clients have it. */
export const keySetOf = (...keys: readonly TestKey[]) =>
  JSON.stringify({ keys: keys.map(({ publicJwk, algorithm }) => ({ ...publicJwk, alg: algorithm })) });

/** A machine that authenticates with a key. */
export const machineOf = (clientId: string, fields: object) => ({
  id: clientId,
  name: clientId,
  type: 'MACHINE' as const,
  scopes: ['licenses:read', 'platform:read'],
  authMethod: 'private_key_jwt' as const,
  ...fields,
});

/** Adds clients to the database of a server. */
export async function addClients(
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  clients: NonNullable<SeedData['clients']>,
): Promise<void> {
  await seed({ databaseUrl, data: { clients } });
}

export interface FormReply {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

/** Posts a form, such as a request for a token. */
export async function post(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<FormReply> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    headers: response.headers,
  };
}

/** All options that this folder tests. */
export const highSecurity = { pushedAuthorizationRequests: true, dPoP: true, privateKeyJwt: true } as const;
