import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What is known of a request by the time its line is logged. */
export interface RequestNotes {
  /** What it is logged and answered under; always our own, so a caller cannot plant text in the log. */
  readonly id: string;
  /** The pattern of the route that answered: it holds neither ids nor secrets. */
  route?: string;
  /** The code of the error that was answered. */
  errorCode?: string;
}

const notes = new WeakMap<IncomingMessage, RequestNotes>();

/** The notes of a request, which all who work on it share. */
export function requestNotes(request: IncomingMessage): RequestNotes {
  const known = notes.get(request);
  if (known) return known;
  const made = { id: randomUUID() };
  notes.set(request, made);
  return made;
}

/** The id a request is logged and answered under. */
export function requestId(request: IncomingMessage): string {
  return requestNotes(request).id;
}
