import type { Database } from '@org/identity-prisma';
import type { SigningKey } from './signing-key.js';

/**
 * Makes sure that a key stays published until its last token has expired. Call it before the first signature of a token with
 * a longer lifetime than all before.
 */
export async function keepPublished(
  db: Database,
  { kid, tokenSeconds }: Pick<SigningKey, 'kid' | 'tokenSeconds'>,
  seconds: number,
): Promise<void> {
  if (tokenSeconds >= seconds) return;
  // In a transaction, so that a rehearsal undoes it.
  await db.$transaction(
    (tx) => tx.$executeRaw`
      UPDATE identity.signing_keys
      SET token_seconds = ${seconds}, published_until = published_until + make_interval(secs => ${seconds} - token_seconds)
      WHERE kid = ${kid} AND token_seconds < ${seconds}`,
  );
}
