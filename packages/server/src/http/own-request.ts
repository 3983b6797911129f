import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request for one of the service's own paths. */
export interface OwnRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Without the path of the issuer. */
  readonly path: string;
}

/** Gives each request an id, and counts and logs it once its response is sent. */
export interface RequestObserver {
  /** Runs the work of a request and observes it. */
  run(request: OwnRequest, work: () => Promise<void>): Promise<void>;
  /** Notes a request that got a kept response. */
  note(request: OwnRequest): void;
}
