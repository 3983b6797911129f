import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ids = new WeakMap<IncomingMessage, string>();

/** The id a request is logged and answered under; always our own, so a caller cannot plant text in the log. */
export function requestId(request: IncomingMessage): string {
  let id = ids.get(request);
  if (!id) {
    id = randomUUID();
    ids.set(request, id);
  }
  return id;
}
