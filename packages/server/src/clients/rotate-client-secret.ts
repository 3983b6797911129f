import { type Actor, newOneTimeSecret } from '@org/identity-core';
import type { ClientServices } from './create-client.js';
import { clientNotFound } from './get-client.js';

export interface RotatedSecret {
  secret: string;
  /** When the secrets before it end. */
  previousUntil: Date;
}

/**
 * Gives a client a new secret; those before it work on for the grace, so that its programs can be moved over one by one. Without a
 * grace the secret may be in wrong hands: the machine tokens that it was used for end with it.
 */
export async function rotateClientSecret(
  { db, events }: ClientServices,
  { clientId, graceSeconds, actor }: { clientId: string; graceSeconds: number; actor: Actor },
): Promise<RotatedSecret> {
  return db.$transaction(async (tx) => {
    // Locked: of two rotations at once the second one ends the secret of the first, too.
    const [client] = await tx.$queryRaw<{ type: string; tenantId: string | null; previousUntil: Date }[]>`
      SELECT type::text, tenant_id AS "tenantId", clock_timestamp() + make_interval(secs => ${graceSeconds}) AS "previousUntil"
      FROM identity.clients WHERE id = ${clientId} FOR UPDATE`;
    if (!client) throw clientNotFound(clientId);
    if (client.type === 'SPA') throw new Error(`The client "${clientId}" is an SPA: it has no secret.`);
    const { tenantId, previousUntil } = client;
    const { secret, secretHash } = newOneTimeSecret();
    await tx.$executeRaw`DELETE FROM identity.client_secrets WHERE client_id = ${clientId} AND expires_at <= clock_timestamp()`;
    // One that ends sooner keeps its end.
    await tx.$executeRaw`
      UPDATE identity.client_secrets SET expires_at = least(expires_at, ${previousUntil}::timestamptz) WHERE client_id = ${clientId}`;
    if (graceSeconds === 0)
      await tx.$executeRaw`UPDATE identity.clients SET machine_tokens_from = clock_timestamp() WHERE id = ${clientId}`;
    await tx.clientSecret.create({ data: { clientId, hash: secretHash } });
    const data = { previousUntil: previousUntil.toISOString() };
    await events.publish(tx, { type: 'client.secret_rotated', tenantId, actor, subjectId: clientId, data });
    return { secret, previousUntil };
  });
}
