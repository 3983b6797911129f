import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';

type Answer = (response: ServerResponse) => void;

export interface Told {
  clientId: string;
  claims: JWTPayload;
}

/** The back-channel logout endpoints of all clients of a test: keeps whom they were told of, and checks every token. */
export class LogoutReceiver {
  readonly #told: Promise<Told>[] = [];
  readonly #calls = new Map<string, number>();
  readonly #answers = new Map<string, Answer>();
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

  /** The address of a client's endpoint. */
  addressOf(clientId: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${clientId}`;
  }

  /** Calls that are about this person are answered so, until another answer is set. */
  answer(accountId: string, answer: Answer): void {
    this.#answers.set(accountId, answer);
  }

  /** How often anybody was called about a person, whatever was answered. */
  callsAbout(accountId: string): number {
    return this.#calls.get(accountId) ?? 0;
  }

  /** Who was told of a person; fails if any token was not as it should be. */
  async toldOf(accountId: string): Promise<Told[]> {
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
    const answer = this.#answers.get(accountId);
    if (answer) return answer(response);
    // Answered at once: checking takes a while on a busy machine, and the sender does not wait long.
    response.end();
    this.#told.push(this.#check(clientId, token));
  }

  async #check(clientId: string, token: string): Promise<Told> {
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
