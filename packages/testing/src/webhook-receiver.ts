import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Respond = (response: ServerResponse, request: Received) => void;

export interface Receiver {
  /** All requests, oldest first. */
  readonly received: Received[];
  url(path?: string): string;
  /** The ids of the events that arrived at a path. */
  ids(path?: string): string[];
}

/** A receiver of webhooks. It records requests and responds to them, by default with an empty 200. */
export async function startReceiver(
  t: ExecutionContext,
  respond: Respond = (response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => void take(request, response));
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const entry = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    received.push(entry);
    respond(response, entry);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    received,
    url: (path = '/') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    ids: (path = '/') =>
      received.filter((entry) => entry.path === path).map(({ headers }) => String(headers['webhook-id'])),
  };
}
