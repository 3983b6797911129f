import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';

type Responder = (response: ServerResponse) => void;

export interface LogoutCall {
  clientId: string;
  claims: JWTPayload;
}

/** The back-channel logout endpoints of all clients of a test: records the calls and checks every token. */
export class LogoutReceiver {
  readonly #told: Promise<LogoutCall>[] = [];
  readonly #calls = new Map<string, number>();
  readonly #responders = new Map<string, Responder>();
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  readonly #issuer: string;
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;

  constructor(issuer: string) {
    this.#issuer = issuer;
    this.#keys = createRemoteJWKSet(new URL('/api/oauth/jwks', issuer));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The URL of a client's endpoint. */
  urlOf(clientId: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${clientId}`;
  }

  /** Sets the response to calls about a user. */
  respondTo(accountId: string, respond: Responder): void {
    this.#responders.set(accountId, respond);
  }

  /** The number of calls about a user, whatever the response. */
  callsAbout(accountId: string): number {
    return this.#calls.get(accountId) ?? 0;
  }

  /** The accepted calls about a user. Fails if a token is invalid. */
  async toldOf(accountId: string): Promise<LogoutCall[]> {
    const all = await Promise.all(this.#told);
    return all.filter(({ claims }) => claims.sub === accountId);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const token = new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '';
    const accountId = String(decodeJwt(token).sub);
    this.#calls.set(accountId, this.callsAbout(accountId) + 1);
    const clientId = String(request.url?.slice(1));
    const respond = this.#responders.get(accountId);
    if (respond) return respond(response);
    // Respond first: the check takes a while on a busy machine, and the sender does not wait long.
    response.end();
    this.#told.push(this.#check(clientId, token));
  }

  async #check(clientId: string, token: string): Promise<LogoutCall> {
    const { payload } = await jwtVerify(token, this.#keys, {
      issuer: this.#issuer,
      audience: clientId,
      typ: 'logout+jwt',
      algorithms: ['RS256'],
      maxTokenAge: '1 minute',
      requiredClaims: ['exp', 'jti', 'sub', 'sid', 'events'],
    });
    return { clientId, claims: payload };
  }
}
