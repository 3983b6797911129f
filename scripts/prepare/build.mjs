import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { missingOutputs, orphanedOutputs } from './build-outputs.mjs';
import { generate } from './generate.mjs';
import { install } from './install.mjs';
import { filesBelow, root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { hashOf, StepFailed, stampOf } from './step.mjs';

const migrations = join(root, 'prisma/migrations');
const copiedMigrations = join(root, 'packages/prisma/dist/migrations');

/** Compiles every package and its tests. */
export const build = {
  name: 'build',
  announcement: 'Building',
  inputs: () => {
    const sources = filesBelow('.', { matching: /\.[cm]?tsx?$|^tsconfig.*\.json$|^package\.json$/ });
    return hashOf(
      [...sources, ...filesBelow('prisma/migrations', { matching: /./ })],
      stampOf(install),
      stampOf(generate),
    );
  },
  outputsExist: () =>
    missingOutputs().length === 0 &&
    orphanedOutputs().length === 0 &&
    (!existsSync(migrations) || existsSync(copiedMigrations)),
  run: async () => {
    // A compiled test whose source was deleted must not be run.
    for (const file of orphanedOutputs()) rmSync(file);
    // The compiler relies on its build info and would not notice a missing output.
    for (const { folder } of missingOutputs()) rmSync(join(root, folder, 'dist/.tsbuildinfo'), { force: true });
    const result = await runCommand(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--build']);
    if (result.code !== 0) throw new StepFailed(`The build failed:\n${firstLines(result.output)}`);
    rmSync(copiedMigrations, { recursive: true, force: true });
    if (existsSync(migrations)) cpSync(migrations, copiedMigrations, { recursive: true });
  },
};

/** One missing package can cause hundreds of errors; the first ones are enough. */
function firstLines(text, limit = 40) {
  const lines = text.split('\n');
  return lines.length <= limit
    ? text
    : [...lines.slice(0, limit), `… and ${lines.length - limit} more lines`].join('\n');
}
