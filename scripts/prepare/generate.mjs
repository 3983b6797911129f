import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { hashOf, StepFailed } from './step.mjs';

// The client of the product, and that of the example with its own tables.
const clients = [
  { config: 'prisma.config.ts', schema: 'prisma/schema', output: 'packages/prisma/src/generated' },
  {
    config: 'examples/koa-host/prisma.config.ts',
    schema: 'examples/koa-host/prisma',
    output: 'examples/koa-host/src/generated',
  },
];
const prismaFolder = join(root, 'node_modules/prisma');

/** Generates the database client from the Prisma schema. */
export const generate = {
  name: 'generate',
  announcement: 'Generating the database client',
  inputs: () => {
    if (!existsSync(join(root, 'prisma.config.ts'))) return undefined;
    const files = clients.flatMap(({ config, schema }) => [config, ...filesBelow(schema, { matching: /\.prisma$/ })]);
    const { version } = JSON.parse(readFileSync(join(prismaFolder, 'package.json'), 'utf8'));
    return hashOf(files, version);
  },
  outputsExist: () => clients.every(({ output }) => existsSync(join(root, output))),
  run: async () => {
    await Promise.all(clients.map(generateClient));
  },
};

async function generateClient({ config, output }) {
  // Otherwise files generated for a removed model would stay and be compiled.
  rmSync(join(root, output), { recursive: true, force: true });
  const env = { CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  const command = [join(prismaFolder, 'build/index.js'), 'generate', '--config', config];
  const result = await runCommand(process.execPath, command, { env });
  if (result.code !== 0) throw new StepFailed(`The database client could not be generated:\n${result.output}`);
  if (!existsSync(join(root, output)))
    throw new StepFailed(`prisma generate succeeded but wrote nothing to ${output}.`);
}
