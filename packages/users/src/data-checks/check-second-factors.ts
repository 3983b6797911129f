import { rowCheck, sqlCheck } from '@org/identity-core';
import { openTotpSecret } from '../mfa/totp.js';

/** Compares the flag of each user with their second factors: a wrong flag would leave a factor out at the sign-in. */
export const checkSecondFactors = sqlCheck({
  name: 'second-factors',
  rule: 'A user needs a second factor exactly if an authenticator app or a passkey is set up.',
  advice:
    'Ask these users to remove and set up their second factor, or run: identity-server users remove-second-factors',
  sql: `SELECT id FROM identity.users u
    WHERE mfa_enabled <> (EXISTS (SELECT FROM identity.totp WHERE user_id = u.id AND confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM identity.passkeys WHERE user_id = u.id))`,
});

interface StoredTotp {
  user_id: string;
  encrypted_secret: Buffer;
}

/** Decrypts the secret of every authenticator app. */
export const checkTotpSecrets = rowCheck<StoredTotp>({
  name: 'totp-secrets',
  rule: 'The secret of every authenticator app can be decrypted.',
  advice:
    'Set IDENTITY_SECRET to the secret of this database. If it is lost: identity-server users remove-second-factors',
  sql: 'SELECT user_id, encrypted_secret FROM identity.totp',
  idOf: (row) => row.user_id,
  isSound(row, { vault }) {
    try {
      return openTotpSecret(vault, row.user_id, row.encrypted_secret).length > 0;
    } catch {
      return false;
    }
  },
});
