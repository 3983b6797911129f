import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

// dist/src/migrations → dist/migrations
const migrationsFolder = new URL('../../migrations/', import.meta.url);

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The migrations this package ships, oldest first. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(new URL(`${name}/migration.sql`, folder));
      return { name, sql: bytes.toString('utf8'), checksum: checksumOf(bytes) };
    }),
  );
}

/** The checksum by which an applied migration is compared with its file: that of Prisma. */
export function checksumOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
