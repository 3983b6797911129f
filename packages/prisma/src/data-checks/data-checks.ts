import type { DataChecks } from '@org/identity-core';
import { checkEventCounts } from './check-event-counts.js';
import { checkForeignKeys } from './check-foreign-keys.js';
import { checkGrants, checkSessions } from './check-grants.js';
import { checkSchema } from './check-schema.js';

/** What `identity-server verify` checks of the schema, the events and the sign-ins. */
export const dataChecks: DataChecks = {
  counts: {
    sessions: 'identity.oidc_sessions',
    grants: 'identity.oidc_grants',
    tokens: 'identity.oidc_tokens',
    events: 'identity.events',
  },
  checks: [checkSchema, checkForeignKeys, checkGrants, checkSessions, checkEventCounts],
};
