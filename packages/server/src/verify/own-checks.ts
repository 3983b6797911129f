import type { DataChecks } from '@org/identity-core';
import { dataChecks } from '@org/identity-prisma';
import type { Secrets } from '../keys/secrets.js';
import { checkQueuedMail } from './check-queued-mail.js';
import { checkActiveKey, checkCookieKeys, checkSigningKeys } from './check-signing-keys.js';

/** What `identity-server verify` checks of the server's own tables. */
export function ownChecks(secret: Secrets): DataChecks {
  return {
    counts: {
      applications: 'identity.applications',
      clients: 'identity.clients',
      ...dataChecks.counts,
      'queued mails': 'identity.outgoing_mails',
    },
    checks: [
      ...dataChecks.checks,
      checkActiveKey,
      checkSigningKeys(secret),
      checkCookieKeys(secret),
      checkQueuedMail(secret),
    ],
  };
}
