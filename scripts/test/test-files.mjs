import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, root } from '../prepare/paths.mjs';

/** The compiled test files that ava.config.mjs names, or those with another ending. */
export function testFiles(ending = '.test.js') {
  return ['.', ...packageFolders()].flatMap((home) => {
    const tests = join(home, 'dist/test');
    const names = readdirSync(join(root, tests), { recursive: true });
    return names.filter((name) => name.endsWith(ending)).map((name) => join(tests, name));
  });
}
