import { type Actor, newOneTimeSecret, reply, validationFailed } from '@org/identity-core';
import type { ClientServices } from './create-client.js';
import { clientNotFound } from './get-client.js';
import { markUnconfirmed } from './mark-unconfirmed.js';

export interface RotatedSecret {
  secret: string;
  /** When the previous secrets expire. */
  previousUntil: Date;
}

/**
 * Gives a client a new secret. The previous ones stay valid for the grace period, so that programs can be updated one by one.
 * A grace period of 0 is for a secret that has leaked: the machine tokens of the client end as well.
 */
export async function rotateClientSecret(
  { db, events }: ClientServices,
  { clientId, graceSeconds, actor }: { clientId: string; graceSeconds: number; actor: Actor },
): Promise<RotatedSecret> {
  return db.$transaction(async (tx) => {
    // The lock orders concurrent rotations: the second one also expires the secret of the first.
    const [client] = await tx.$queryRaw<
      { type: string; method: string | null; tenantId: string | null; previousUntil: Date }[]
    >`
      SELECT type::text, auth_method AS method, tenant_id AS "tenantId", clock_timestamp() + make_interval(secs => ${graceSeconds}) AS "previousUntil"
      FROM identity.clients WHERE id = ${clientId} FOR UPDATE`;
    if (!client) throw clientNotFound(clientId);
    if (client.type === 'SPA')
      throw validationFailed([{ path: '', message: `The client "${clientId}" is an SPA and has no secret.` }]);
    if (client.method !== null)
      throw validationFailed([{ path: '', message: `The client "${clientId}" has keys and no secret.` }]);
    const { tenantId, previousUntil } = client;
    const { secret, secretHash } = newOneTimeSecret();
    await tx.$executeRaw`DELETE FROM identity.client_secrets WHERE client_id = ${clientId} AND expires_at <= clock_timestamp()`;
    // A secret that expires earlier keeps its expiry.
    await tx.$executeRaw`
      UPDATE identity.client_secrets SET expires_at = least(expires_at, ${previousUntil}::timestamptz) WHERE client_id = ${clientId}`;
    if (graceSeconds === 0)
      await tx.$executeRaw`UPDATE identity.clients SET machine_tokens_from = clock_timestamp() WHERE id = ${clientId}`;
    await tx.clientSecret.create({ data: { clientId, hash: secretHash } });
    await markUnconfirmed(tx, { clientId, type: client.type, actor, changed: ['secret'] });
    const data = { previousUntil: previousUntil.toISOString() };
    await events.publish(tx, { type: 'client.secret_rotated', tenantId, actor, subjectId: clientId, data });
    return reply({ secret, previousUntil });
  });
}
