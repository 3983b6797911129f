import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

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
