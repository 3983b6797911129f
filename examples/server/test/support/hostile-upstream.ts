import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Events, type MutableResponse, type MutableToken, OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';

type Claims = Record<string, unknown>;

/** How a response of the provider differs from a correct one. */
export interface Forgery {
  /** Changes to the claims of the ID token; undefined removes a claim. */
  claims?: Claims;
  kid?: string;
  /** Creates the ID token from its original header and claims. */
  sign?: (header: Claims, claims: Claims, keys: { publicKey: KeyObject; clientSecret: string }) => string;
  /** Changes to the response of the token endpoint; undefined removes a field. */
  body?: Claims;
  status?: number;
  headers?: Record<string, string>;
  /** The token endpoint sends this text instead. */
  text?: string;
  /** The token endpoint never responds. */
  silent?: boolean;
  userinfo?: Claims;
  /** Changes the URL of the redirect back to the client. */
  callback?: (url: URL) => void;
}

export interface HostileUpstream {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The paths of all requests to it. */
  asked: string[];
  /** The client secrets that token requests had. */
  secrets: string[];
  /** Signs in as a user. Returns the URL of the redirect back to the client. */
  visit(url: URL | string, claims: Claims, forgery?: Forgery): Promise<URL>;
  stop(): Promise<void>;
}

/** Another provider that forges what a visit asks for. Without a forgery, its responses are correct. */
export async function startHostileUpstream(
  options: { names?: string; intercept?: (request: IncomingMessage, response: ServerResponse) => boolean } = {},
): Promise<HostileUpstream> {
  const named = new OAuth2Issuer();
  const service = new OAuth2Service(named);
  const key = await named.keys.generate('RS256', { kid: 'honest' });
  const publicKey = createPublicKey(createPrivateKey({ key, format: 'jwk' }));
  const client = { clientId: 'identity-server', clientSecret: 'the secret that both sides know, 32 at least' };
  const asked: string[] = [];
  const secrets: string[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    asked.push(String(request.url));
    if (!options.intercept?.(request, response)) service.requestHandler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  named.url = options.names ?? issuer;

  const visits = new Map<string, { claims: Claims; forgery: Forgery }>();
  const visitOf = (request: { body: { code?: string } }) => visits.get(request.body.code ?? '');
  service.on(Events.BeforeTokenSigning, (token: MutableToken, request: TokenRequest) => {
    if ('aud' in token.payload) secrets.push(secretOf(request));
    const visit = visitOf(request);
    // The access token is created in the same way, but only the ID token has an audience.
    if (!visit || !('aud' in token.payload)) return;
    Object.assign(token.payload, visit.claims, visit.forgery.claims);
    if (visit.forgery.kid) token.header.kid = visit.forgery.kid;
  });
  service.on(Events.BeforeResponse, (reply: MutableResponse, request: { body: { code?: string }; res: unknown }) => {
    const visit = visitOf(request);
    if (!visit || reply.body === '') return;
    // Tells userinfo which user this is.
    reply.body['access_token'] = request.body.code;
    const [header, claims] = String(reply.body['id_token'])
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims);
    const { sign, body = {}, status = 200, headers = {}, text, silent } = visit.forgery;
    if (sign && header && claims)
      reply.body['id_token'] = sign(header, claims, { publicKey, clientSecret: client.clientSecret });
    Object.assign(reply.body, body);
    reply.statusCode = status;
    // In Express, a request refers to its response, which sends it with `json`.
    const response = request.res as ServerResponse;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (text !== undefined) Object.assign(response, { json: () => response.end(text) });
    if (silent) Object.assign(response, { json: () => response });
  });
  service.on(Events.BeforeUserinfo, (reply: MutableResponse, request: IncomingMessage) => {
    const visit = visits.get(request.headers.authorization?.split(' ')[1] ?? '');
    reply.body = { sub: visit?.claims['sub'], ...visit?.forgery.userinfo };
  });

  return {
    issuer,
    ...client,
    asked,
    secrets,
    async visit(url, claims, forgery = {}) {
      const response = await fetch(url, { redirect: 'manual' });
      const back = new URL(response.headers.get('location') ?? '');
      visits.set(back.searchParams.get('code') ?? '', { claims, forgery });
      forgery.callback?.(back);
      return back;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface TokenRequest {
  body: { code?: string; client_secret?: string };
  headers?: { authorization?: string };
}

/** The client secret of a token request, in its body or its header. */
function secretOf({ body, headers }: TokenRequest): string {
  if (body.client_secret !== undefined) return body.client_secret;
  const credentials = Buffer.from(headers?.authorization?.split(' ')[1] ?? '', 'base64').toString();
  return new URLSearchParams(`secret=${credentials.split(':')[1] ?? ''}`).get('secret') ?? '';
}
