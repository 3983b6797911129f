import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildInfoOfIncomplete, orphanedOutputs, projectsOf, sourcesOf } from './build-projects.mjs';
import { bundleServer } from './bundle.mjs';
import { generate, generateExample } from './generate.mjs';
import { install } from './install.mjs';
import { filesBelow, root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { hashOf, StepFailed, stampOf } from './step.mjs';

const migrations = join(root, 'prisma/migrations');
const copiedMigrations = join(root, 'packages/prisma/dist/migrations');
const server = join(root, 'examples/server');
const bundling = ['scripts/prepare/bundle.mjs', 'scripts/prepare/bundling.mjs'];

/** Compiles every package and its tests, and bundles the example server. */
export const build = buildStep({ name: 'build', project: '.', after: [install, generate, generateExample] });

/** Compiles what the example server runs, without its tests. Types are not checked: that takes longer than the rest. */
export const buildServer = buildStep({
  name: 'build-server',
  project: 'examples/server',
  after: [install, generate],
  options: ['--noCheck'],
});

function buildStep({ name, project, after, options = [] }) {
  return {
    name,
    announcement: 'Building',
    inputs: () => {
      const projects = projectsOf(project);
      const settings = projects.map((path) => join(path, 'tsconfig.json'));
      const files = [
        ...projects.flatMap(sourcesOf),
        ...settings,
        'tsconfig.base.json',
        'prisma.config.ts',
        ...bundling,
      ];
      return hashOf([...files, ...filesBelow('prisma', { matching: /./ })], ...after.map(stampOf));
    },
    outputsExist: () => {
      const projects = projectsOf(project);
      return (
        buildInfoOfIncomplete(projects).length === 0 &&
        orphanedOutputs(projects).length === 0 &&
        (!existsSync(migrations) || existsSync(copiedMigrations)) &&
        existsSync(join(server, 'dist/bundle/main.js'))
      );
    },
    run: async () => {
      const projects = projectsOf(project);
      // A compiled test whose source was deleted must not be run.
      for (const file of orphanedOutputs(projects)) rmSync(file);
      // The compiler relies on its build info and would not notice a missing output.
      for (const file of buildInfoOfIncomplete(projects)) rmSync(file, { force: true });
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const result = await runCommand(process.execPath, [compiler, '--build', ...options, join(root, project)]);
      if (result.code !== 0) throw new StepFailed(`The build failed:\n${firstLines(result.output)}`);
      rmSync(copiedMigrations, { recursive: true, force: true });
      if (existsSync(migrations)) cpSync(migrations, copiedMigrations, { recursive: true });
      await bundleServer(server);
    },
  };
}

/** One missing package can cause hundreds of errors; the first ones are enough. */
function firstLines(text, limit = 40) {
  const lines = text.split('\n');
  return lines.length <= limit
    ? text
    : [...lines.slice(0, limit), `… and ${lines.length - limit} more lines`].join('\n');
}
