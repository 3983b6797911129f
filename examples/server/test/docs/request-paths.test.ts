import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';

const script = new URL('../../../../../scripts/request-paths.mjs', import.meta.url);
const docs = (await import(script.href)) as { writtenPaths(): string };

test('docs/concepts/request-paths.md lists the files of six requests: else run "npm run request-paths"', async (t) => {
  // A process of its own: here, the files may be bundled.
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(script), '--print']);
  t.deepEqual(docs.writtenPaths().split('\n'), stdout.split('\n'));
  t.true(stdout.split('\n').length > 50);
});
