import { type DataCheck, rowCheck } from '@org/identity-core';
import { decryptMail } from '../background/mail/outbox.js';
import type { Secrets } from '../keys/secrets.js';

/** Decrypts every queued mail, also those that were given up: an operator can send them again. */
export function checkQueuedMail(secret: Secrets): DataCheck {
  return rowCheck<{ id: string; encrypted_message: Buffer }>({
    name: 'queued-mail',
    rule: 'Every queued mail can be decrypted.',
    advice: 'Set IDENTITY_SECRET to the secret of this database. Mail of another secret can never be sent: delete it.',
    sql: 'SELECT id, encrypted_message FROM identity.outgoing_mails',
    idOf: ({ id }) => id,
    isSound: ({ id, encrypted_message: message }) => decryptMail(secret, id, message) !== undefined,
  });
}
