import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { IdentityServer } from '@org/identity-server';

/** Runs the seed, in a process of its own as `npx prisma db seed` does, if nobody has used the database yet. */
export async function seedWhenEmpty({ db }: Pick<IdentityServer, 'db'>, databaseUrl: string): Promise<boolean> {
  if ((await db.client.findFirst({ select: { id: true } })) !== null) return false;
  // dist/src → the workspace's root
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', 'prisma/seed.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, SEED_DEMO: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The demo data could not be written.');
  return true;
}
