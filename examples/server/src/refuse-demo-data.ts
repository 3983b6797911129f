import { createHash } from 'node:crypto';
import type { IdentityServer } from '@org/identity-server';
import { verifyPassword } from '@org/identity-server';
import { demoData, demoPassword } from './demo-data.js';

/** Throws if the database contains a demo secret or password: they are public in this repository. */
export async function refuseDemoData({ db }: Pick<IdentityServer, 'db'>): Promise<void> {
  const hashes = demoData.clients.flatMap((client) =>
    'secret' in client ? [Uint8Array.from(createHash('sha256').update(client.secret).digest())] : [],
  );
  const secret = await db.clientSecret.findFirst({ where: { hash: { in: hashes } } });
  if (secret)
    throw new Error(`The client "${secret.clientId}" has a demo secret. Replace the secret, or delete the client.`);

  const emails = demoData.users.map(({ email }) => email);
  const users = await db.user.findMany({ where: { normalizedEmail: { in: emails } } });
  for (const { email, passwordHash } of users) {
    if (passwordHash && (await verifyPassword(passwordHash, demoPassword))) {
      throw new Error(`The user "${email}" has the demo password. Change it, or delete the user.`);
    }
  }
}
