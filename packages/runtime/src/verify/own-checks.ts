import { type DataCheck, type DataChecks, rowCheck } from '@org/identity-core';
import { dataChecks } from '@org/identity-prisma';
import { decryptMail } from '../background/mail/outbox.js';
import type { Secrets } from '../keys/secrets.js';
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

/** Decrypts every queued mail, also those that were given up: an operator can send them again. */
function checkQueuedMail(secret: Secrets): DataCheck {
  return rowCheck<{ id: string; encrypted_message: Buffer }>({
    name: 'queued-mail',
    rule: 'Every queued mail can be decrypted.',
    advice: 'Set IDENTITY_SECRET to the secret of this database. Mail of another secret can never be sent: delete it.',
    sql: 'SELECT id, encrypted_message FROM identity.outgoing_mails',
    idOf: ({ id }) => id,
    isSound: ({ id, encrypted_message: message }) => decryptMail(secret, id, message) !== undefined,
  });
}
