import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// dist/test/support → the folder of the example
const folder = fileURLToPath(new URL('../../../', import.meta.url));
const command = join(folder, 'node_modules/prisma/build/index.js');
const engine = join(folder, '../../packages/prisma/dist/test/support/engine-program.js');

export interface PrismaCommand {
  /** Runs `prisma …` of this app on a database. */
  run(databaseUrl: string, ...args: string[]): Promise<{ code: number; output: string }>;
  remove(): Promise<void>;
}

/** Prisma's command line, with the schema engine from npm instead of one that it would download. */
export async function prismaCommand(): Promise<PrismaCommand> {
  const temporary = await mkdtemp(join(tmpdir(), 'identity-engine-'));
  const program = join(temporary, 'schema-engine');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${engine}' "$@"\n`);
  await chmod(program, 0o755);
  return {
    run(databaseUrl, ...args) {
      const env = {
        ...process.env,
        DATABASE_URL: databaseUrl,
        PRISMA_SCHEMA_ENGINE_BINARY: program,
        CHECKPOINT_DISABLE: '1',
        NO_COLOR: '1',
      };
      return new Promise((resolve) => {
        const child = execFile(process.execPath, [command, ...args], { cwd: folder, env }, (_error, stdout, stderr) =>
          resolve({ code: child.exitCode ?? 1, output: `${stdout}${stderr}` }),
        );
      });
    },
    remove: () => rm(temporary, { recursive: true, force: true }),
  };
}
