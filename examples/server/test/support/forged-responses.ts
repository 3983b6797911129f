import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import type { Forgery } from './hostile-upstream.js';

const now = () => Math.floor(Date.now() / 1000);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const hs256 = (header: object, claims: object, key: string | Buffer) => {
  const text = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Responses of another provider that must be rejected, by what is wrong with them. */
export const forgedResponses: Record<string, Forgery> = {
  'another audience': { claims: { aud: 'somebody-else' } },
  'another issuer': { claims: { iss: 'https://accounts.example.test' } },
  'another nonce': { claims: { nonce: 'another' } },
  'no nonce': { claims: { nonce: undefined } },
  'no expiry': { claims: { exp: undefined } },
  'an expiry that has passed': { claims: { exp: now() - 3600 } },
  'an expiry that is no number': { claims: { exp: 'tomorrow' } },
  'a time of issue far in the future': { claims: { iat: now() + 86_400 } },
  'a time before which it is not valid': { claims: { nbf: now() + 86_400 } },
  'no subject': { claims: { sub: undefined } },
  'a subject that is a number': { claims: { sub: 42 } },
  'an empty subject': { claims: { sub: '' } },
  'a subject of 10,000 characters': { claims: { sub: 's'.repeat(10_000) } },
  'a subject with U+0000': { claims: { sub: 'some\u0000body' } },
  'a subject with half a character': { claims: { sub: 'some\ud800body' } },
  'two audiences and the party of another client': {
    claims: { aud: ['identity-server', 'somebody-else'], azp: 'somebody-else' },
  },
  'two audiences and no party': { claims: { aud: ['identity-server', 'somebody-else'] } },
  'no signature': {
    sign: (header, claims) => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
  },
  'a signature by the client secret': {
    sign: (header, claims, { clientSecret }) => hs256(header, claims, clientSecret),
  },
  'a signature by the public key as a secret': {
    sign: (header, claims, { publicKey }) =>
      hs256(header, claims, publicKey.export({ type: 'spki', format: 'pem' }) as string),
  },
  'a signature by an unknown key': { kid: 'unknown' },
  'a signature by another key': {
    sign: (header, claims) => {
      const text = `${encode(header)}.${encode(claims)}`;
      return `${text}.${createSign('sha256').update(text).sign(foreign.privateKey, 'base64url')}`;
    },
  },
  'a key of its own in the header': {
    sign: (header, claims) => {
      const jwk = foreign.publicKey.export({ format: 'jwk' });
      const text = `${encode({ ...header, kid: 'its-own', jwk })}.${encode(claims)}`;
      return `${text}.${createSign('sha256').update(text).sign(foreign.privateKey, 'base64url')}`;
    },
  },
  'no ID token': { body: { id_token: undefined } },
  'an ID token that is no token': { body: { id_token: 'a.b.c' } },
  'an ID token that is a number': { body: { id_token: 42 } },
  'status 500 at the token endpoint': { status: 500 },
  'HTML at the token endpoint': { headers: { 'content-type': 'text/html' }, text: '<!doctype html><h1>Hello</h1>' },
  '10 MB at the token endpoint': { body: { more: 'x'.repeat(10_000_000) } },
  'an endless redirect at the token endpoint': { status: 307, headers: { location: '/token' } },
  'userinfo of another subject': {
    claims: { email: undefined },
    userinfo: { sub: 'somebody-else', email: 'userinfo-of-another-subject@forged.test', email_verified: true },
  },
  'the issuer of another provider beside the code': {
    callback: (url) => url.searchParams.set('iss', 'https://accounts.example.test'),
  },
  'an error beside the code': { callback: (url) => url.searchParams.set('error', 'server_error') },
};
