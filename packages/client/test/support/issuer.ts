import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export interface Listening {
  readonly url: string;
  close(): void;
}

/** A server on a free port. */
export async function listenOn(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Changes {
  readonly claims?: JWTPayload;
  readonly typ?: string;
  readonly key?: CryptoKey | Uint8Array;
  readonly alg?: string;
  readonly kid?: string;
}

/** Somebody who publishes keys as the service does, and signs whatever a test asks for. */
export async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  const server = await listenOn((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [jwk] }));
  });

  /** A token as the service makes them, with changes. */
  async function tokenFor(audience: string, { claims = {}, typ = 'at+jwt', ...signing }: Changes = {}) {
    const { key = privateKey, alg = 'RS256', kid = 'first' } = signing;
    const payload = { iss: server.url, aud: audience, sub: 'a-user', client_id: 'a-client', jti: 'a-token', ...claims };
    const jwt = new SignJWT(payload).setProtectedHeader({ alg, typ, kid }).setIssuedAt();
    return (claims.exp === undefined ? jwt.setExpirationTime('5m') : jwt).sign(key);
  }

  return { ...server, jwk, tokenFor };
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;
