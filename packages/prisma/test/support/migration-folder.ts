import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExecutionContext } from 'ava';

/** Creates a folder with these migrations by name. It is removed after the test. */
export async function migrationFolder(t: ExecutionContext, migrations: Record<string, string>): Promise<URL> {
  const directory = await mkdtemp(join(tmpdir(), 'identity-migrations-'));
  t.teardown(() => rm(directory, { recursive: true }));
  for (const [name, sql] of Object.entries(migrations)) {
    await mkdir(join(directory, name));
    await writeFile(join(directory, name, 'migration.sql'), sql);
  }
  return pathToFileURL(`${directory}/`);
}
