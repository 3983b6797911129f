import type { DataChecks } from '@org/identity-core';
import { checkSecondFactors, checkTotpSecrets } from './check-second-factors.js';
import { checkUserCounts } from './check-user-counts.js';
import { checkUserWords } from './check-user-words.js';

/** What `identity-server verify` checks of the users. */
export const dataChecks: DataChecks = {
  counts: { users: 'identity.users' },
  checks: [checkUserCounts, checkUserWords, checkSecondFactors, checkTotpSecrets],
};
