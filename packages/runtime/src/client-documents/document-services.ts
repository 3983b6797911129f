import type { Fetch, Logger } from '@org/identity-core';
import type { Database, EventBus } from '@org/identity-prisma';
import type { ForeignClientLimits } from '../options.js';

/** What reading documents needs. */
export interface DocumentServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
  fetch: Fetch;
  logger: Logger;
  productName: string;
  /** Whether clients may prove themselves with a key. */
  privateKeyJwt: boolean;
  /** Schemes without a dot that redirect URIs may have. */
  privateSchemes: readonly string[];
  limits: ForeignClientLimits;
}
