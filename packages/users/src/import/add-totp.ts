import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { sealTotpSecret } from '../mfa/totp.js';
import type { PersonPlan } from './plan-person.js';

interface Person {
  readonly userId: string;
  readonly plan: Pick<PersonPlan, 'totpSecret'>;
}

/**
 * Stores the apps of people who have no second factor. They are in use at once, and one that was never confirmed is replaced.
 * The caller sets `mfa_enabled`, and has locked the accounts.
 */
export async function addImportedTotp(
  tx: Transaction,
  vault: IdentityPluginHost['vault'],
  people: readonly Person[],
): Promise<void> {
  const rows = people.flatMap(({ userId, plan: { totpSecret } }) =>
    totpSecret === undefined
      ? []
      : [{ id: userId, sealed: Buffer.from(sealTotpSecret(vault, userId, totpSecret)).toString('base64') }],
  );
  if (rows.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO identity.totp (user_id, encrypted_secret, confirmed_at)
    SELECT id, decode(sealed, 'base64'), statement_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS app(id uuid, sealed text)
    ON CONFLICT (user_id) DO UPDATE
    SET encrypted_secret = excluded.encrypted_secret, confirmed_at = excluded.confirmed_at, last_used_step = NULL`;
}
