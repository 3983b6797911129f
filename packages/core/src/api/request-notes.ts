import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Logger, silentLogger } from '../logging/logger.js';

/** What is known about a request when its line is logged. */
export interface RequestNotes {
  /** The id in logs and responses. Always our own, so that a caller cannot put text into the log. */
  readonly id: string;
  /** The path pattern of the matched route: it contains neither ids nor secrets. */
  route: string | undefined;
  /** The error code of the response. */
  errorCode: string | undefined;
  /** When the response of an event stream began (`performance.now()`). It may live for hours, which says nothing about speed. */
  streamFrom: number | undefined;
}

// A property of the request: a WeakMap would add garbage collection work to every request.
const notes = Symbol('notes');

/** The notes of a request, shared by everything that handles it. */
export function requestNotes(request: IncomingMessage & { [notes]?: RequestNotes }): RequestNotes {
  request[notes] ??= { id: randomUUID(), route: undefined, errorCode: undefined, streamFrom: undefined };
  return request[notes];
}

/** The id of a request in logs and responses. */
export function requestId(request: IncomingMessage): string {
  return requestNotes(request).id;
}

const current = new AsyncLocalStorage<string>();

/** Runs the work of a request. Every line that is logged during it has the id of the request. */
export function withRequestId<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** Returns the logger with the request id added to each line. */
export function logWithRequestIds(logger: Logger): Logger {
  const withId = (fields: object) => {
    const requestId = current.getStore();
    return requestId === undefined ? fields : { requestId, ...fields };
  };
  return {
    // A method of the silent logger stays the same function, so that callers can still recognize it and skip their work.
    debug:
      logger.debug === silentLogger.debug ? logger.debug : (fields, message) => logger.debug(withId(fields), message),
    info: logger.info === silentLogger.info ? logger.info : (fields, message) => logger.info(withId(fields), message),
    warn: (fields, message) => logger.warn(withId(fields), message),
    error: (fields, message) => logger.error(withId(fields), message),
  };
}
