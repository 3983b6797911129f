import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import pg from 'pg';

/** A request that this process has served, with the names or texts of its statements. */
export interface CountedRequest {
  readonly method: string;
  readonly path: string;
  readonly statements: string[];
}

/**
 * Records the statements of each HTTP request that this process serves, until `stop`. Call it before the server opens its
 * connections. Statements of background work belong to no request and are not recorded.
 */
export function recordRequests() {
  const requests: CountedRequest[] = [];
  const current = new AsyncLocalStorage<CountedRequest>();
  const begin = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    const counted: CountedRequest = { method: request.method ?? '', path, statements: [] };
    requests.push(counted);
    // The handlers of the request run after this function, in the same tick.
    current.enterWith(counted);
  };
  subscribe('http.server.request.start', begin);
  const { query } = pg.Client.prototype;
  // TypeScript cannot express a replacement for the overloads of pg's `query`.
  pg.Client.prototype.query = function recorded(this: pg.Client, ...input: unknown[]) {
    const [first] = input as [string | { name?: string; text: string }];
    current.getStore()?.statements.push(typeof first === 'string' ? first : (first.name ?? first.text));
    return (query as (...all: unknown[]) => unknown).apply(this, input);
  } as typeof query;
  return {
    /** Returns the result of an action, with the requests that were served during it, oldest first. */
    async during<Result>(action: () => Promise<Result>) {
      const before = requests.length;
      const result = await action();
      return { result, requests: requests.slice(before) };
    },
    stop() {
      unsubscribe('http.server.request.start', begin);
      pg.Client.prototype.query = query;
    },
  };
}
