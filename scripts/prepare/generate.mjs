import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { hashOf, StepFailed } from './step.mjs';

const output = join(root, 'packages/prisma/src/generated');
const prismaFolder = join(root, 'node_modules/prisma');

/** Generates the database client from the Prisma schema. */
export const generate = {
  name: 'generate',
  announcement: 'Generating the database client',
  inputs: () => {
    if (!existsSync(join(root, 'prisma.config.ts'))) return undefined;
    const { version } = JSON.parse(readFileSync(join(prismaFolder, 'package.json'), 'utf8'));
    return hashOf(['prisma.config.ts', ...filesBelow('prisma/schema', { matching: /\.prisma$/ })], version);
  },
  outputsExist: () => existsSync(output),
  run: async () => {
    // What a removed model generated would otherwise stay and be compiled.
    rmSync(output, { recursive: true, force: true });
    const env = { CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' };
    const result = await runCommand(process.execPath, [join(prismaFolder, 'build/index.js'), 'generate'], { env });
    if (result.code !== 0) throw new StepFailed(`The database client could not be generated:\n${result.output}`);
    if (!existsSync(output))
      throw new StepFailed('prisma generate succeeded but wrote nothing to packages/prisma/src/generated.');
  },
};
