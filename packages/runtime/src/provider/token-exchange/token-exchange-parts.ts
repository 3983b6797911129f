import type { Database, EventBus } from '@org/identity-prisma';
import type { ServerSettings } from '../../options.js';
import type { AccessTokenSettings } from '../access-tokens.js';

/** The parts of the server that the exchange of tokens needs. */
export interface TokenExchangeParts {
  settings: ServerSettings;
  tokens: AccessTokenSettings;
  db: Database;
  events: EventBus;
}
