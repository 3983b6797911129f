import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compactGraph } from './compact-graph.mjs';
import { filesBelow, root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { hashOf, StepFailed } from './step.mjs';

const prismaFolder = join(root, 'node_modules/prisma');

/** Generates the database client of the product from the Prisma schema. */
export const generate = clientStep({
  name: 'generate',
  announcement: 'Generating the database client',
  config: 'prisma.config.ts',
  schema: 'prisma/schema',
  output: 'packages/prisma/src/generated',
  compact: true,
});

/** Generates the client of the example with its own tables. */
export const generateExample = clientStep({
  name: 'generate-example',
  announcement: 'Generating the database client of an example',
  config: 'examples/koa-host/prisma.config.ts',
  schema: 'examples/koa-host/prisma',
  output: 'examples/koa-host/src/generated',
});

function clientStep({ name, announcement, config, schema, output, compact = false }) {
  return {
    name,
    announcement,
    inputs: () => {
      if (!existsSync(join(root, config))) return undefined;
      const { version } = JSON.parse(readFileSync(join(prismaFolder, 'package.json'), 'utf8'));
      const scripts = compact ? ['scripts/prepare/compact-graph.mjs'] : [];
      return hashOf([config, ...scripts, ...filesBelow(schema, { matching: /\.prisma$/ })], version);
    },
    outputsExist: () => existsSync(join(root, output)),
    run: () => generateClient({ config, output, compact }),
  };
}

async function generateClient({ config, output, compact }) {
  // Otherwise files generated for a removed model would stay and be compiled.
  rmSync(join(root, output), { recursive: true, force: true });
  const env = { CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  const command = [join(prismaFolder, 'build/index.js'), 'generate', '--config', config];
  const result = await runCommand(process.execPath, command, { env });
  if (result.code !== 0) throw new StepFailed(`The database client could not be generated:\n${result.output}`);
  if (!existsSync(join(root, output)))
    throw new StepFailed(`prisma generate succeeded but wrote nothing to ${output}.`);
  if (compact) compactGraph(join(root, output));
}
