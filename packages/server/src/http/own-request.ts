import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request for one of the service's own paths. */
export interface OwnRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Without that of the issuer. */
  readonly path: string;
}

/** Names, times, counts and logs requests, once their response is out. */
export interface RequestObserver {
  /** Does the work of a request. */
  run(request: OwnRequest, work: () => Promise<void>): Promise<void>;
  /** Notes a request that was answered at once. */
  note(request: OwnRequest): void;
}
