import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root, sourcesBelow } from './support-imports.js';

const maxLines = 300;

test(`no source or test file has more than ${maxLines} lines`, (t) => {
  const folders = ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(root, parent)).flatMap((name) => [`${parent}/${name}/src`, `${parent}/${name}/test`]),
  );
  const files = [...folders, 'test'].flatMap(sourcesBelow);
  t.true(files.length > 500, 'the files were found');
  const sizes = files.map((file) => ({ file, lines: linesOf(file) }));
  t.deepEqual(
    sizes.filter(({ lines }) => lines > maxLines),
    [],
  );
});

function linesOf(file: string): number {
  return readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
}
