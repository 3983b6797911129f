import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import pg from 'pg';

/** A request that this process has served, with the names or texts of its statements. */
export interface CountedRequest {
  readonly method: string;
  readonly path: string;
  readonly statements: string[];
  /** How often it waited for the database: statements that are in flight at the same time share a round trip. */
  roundTrips: number;
}

// A connection is opened once for many requests, a client is looked up at most once a second, and mail is sent after the
// response.
const leftOut =
  /^(?:SELECT CASE WHEN pg_backend_pid\(\)|LISTEN |client_find_|claim_mails_|remove_mails_|license_mails_)/u;

interface Recorded extends CountedRequest {
  inFlight: number;
}

/** Every recorder of this test file that has not stopped. */
const recorders = new Set<Recorded[]>();
const current = new AsyncLocalStorage<Recorded>();
const { query } = pg.Client.prototype;
// It is never taken away again: other files in this thread have put theirs around it, and would lose it. Without a recorder it
// only passes on. TypeScript cannot express a replacement for the overloads of pg's `query`.
pg.Client.prototype.query = recordedQuery as typeof query;

/**
 * Records the statements of each HTTP request that this process serves, until `stop`. Call it before the server opens its
 * connections. Not recorded are the look-up of the client, and work that belongs to no request.
 */
export function recordRequests() {
  const requests: Recorded[] = [];
  if (recorders.size === 0) subscribe('http.server.request.start', begin);
  recorders.add(requests);
  return {
    /** Returns the result of an action, with the requests that were served during it, oldest first. */
    async during<Result>(action: () => Promise<Result>) {
      const before = requests.length;
      const result = await action();
      return { result, requests: requests.slice(before) as CountedRequest[] };
    },
    stop() {
      recorders.delete(requests);
      if (recorders.size === 0) unsubscribe('http.server.request.start', begin);
    },
  };
}

function begin(message: unknown) {
  const { request } = message as { request: IncomingMessage };
  const path = new URL(request.url ?? '', 'http://localhost').pathname;
  const counted: Recorded = { method: request.method ?? '', path, statements: [], roundTrips: 0, inFlight: 0 };
  for (const requests of recorders) requests.push(counted);
  // The handlers of the request run after this function, in the same tick.
  current.enterWith(counted);
}

function recordedQuery(this: pg.Client, ...input: unknown[]) {
  const [first] = input as [string | { name?: string; text: string }];
  const statement = typeof first === 'string' ? first : (first.name ?? first.text);
  const send = () => (query as (...all: unknown[]) => unknown).apply(this, input);
  const request = current.getStore();
  if (!request || leftOut.test(statement)) return send();
  request.statements.push(statement);
  if (request.inFlight === 0) request.roundTrips += 1;
  request.inFlight += 1;
  return whenDone(input, send, () => {
    request.inFlight -= 1;
  });
}

/** Sends a statement, and calls `done` at its end. The caller has passed a callback, or gets a promise. */
function whenDone(input: unknown[], send: () => unknown, done: () => void): unknown {
  const callback = input.at(-1);
  if (typeof callback === 'function') {
    input[input.length - 1] = (...result: unknown[]) => {
      done();
      callback(...result);
    };
    return send();
  }
  const sent = send();
  assert.ok(sent instanceof Promise);
  sent.then(done, done);
  return sent;
}
