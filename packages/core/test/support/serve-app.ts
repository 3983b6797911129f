import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export interface ServedApp {
  url: string;
  stop(): Promise<void>;
}

/** Serves a Koa app on a free port of the loopback interface. */
export async function serveApp(app: Koa): Promise<ServedApp> {
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; an empty object if there is none. */
  json: Record<string, unknown>;
}

export interface Sent {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Several pieces are sent chunked, without a Content-Length. */
  body?: string | Uint8Array | readonly (string | Uint8Array)[];
}

/** Sends a request exactly as given: `fetch` would correct headers and bodies that are wrong on purpose. */
export function send(url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const pieces = body === undefined ? [] : isPiece(body) ? [body] : body;
    const whole = body === undefined || isPiece(body);
    const length = whole && body !== undefined ? { 'content-length': Buffer.byteLength(body) } : {};
    const outgoing = request(url, { method, agent: false, headers: { ...length, ...headers } }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      incoming.once('error', reject).once('end', () => {
        const json = incoming.headers['content-type']?.includes('json') && text !== '' ? JSON.parse(text) : {};
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json });
      });
    });
    outgoing.once('error', reject);
    for (const piece of pieces) outgoing.write(piece);
    outgoing.end();
  });
}

function isPiece(body: NonNullable<Sent['body']>): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}
