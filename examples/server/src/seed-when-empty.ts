import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { IdentityServer } from '@org/identity-server';

/** Runs the seed if the database has no clients yet. It runs in a new process, as with `npx prisma db seed`. */
export async function seedWhenEmpty({ db }: Pick<IdentityServer, 'db'>, databaseUrl: string): Promise<boolean> {
  if ((await db.client.findFirst({ select: { id: true } })) !== null) return false;
  // From dist/src to the root of the workspace.
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
