import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What is known of a request by the time its line is logged. */
export interface RequestNotes {
  /** What it is logged and answered under; always our own, so a caller cannot plant text in the log. */
  readonly id: string;
  /** The pattern of the route that answered: it holds neither ids nor secrets. */
  route: string | undefined;
  /** The code of the error that was answered. */
  errorCode: string | undefined;
}

// On the request itself: a WeakMap would cost every request its share of the garbage collection.
const notes = Symbol('notes');

/** The notes of a request, which all who work on it share. */
export function requestNotes(request: IncomingMessage & { [notes]?: RequestNotes }): RequestNotes {
  request[notes] ??= { id: randomUUID(), route: undefined, errorCode: undefined };
  return request[notes];
}

/** The id a request is logged and answered under. */
export function requestId(request: IncomingMessage): string {
  return requestNotes(request).id;
}
