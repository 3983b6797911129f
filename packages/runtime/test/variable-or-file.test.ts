import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { variableOrFile } from '../src/variable-or-file.js';

let folder: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-secret-files-'));
});
test.after.always(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test('the variable itself is used as it is', (t) => {
  t.is(variableOrFile({ SECRET: 'value\n' }, 'SECRET'), 'value\n');
  t.is(variableOrFile({ SECRET: 'value', SECRET_FILE: '' }, 'SECRET'), 'value');
});

test('neither variable, or empty ones, is undefined', (t) => {
  t.is(variableOrFile({}, 'SECRET'), undefined);
  t.is(variableOrFile({ SECRET: '', SECRET_FILE: '' }, 'SECRET'), undefined);
});

for (const [title, content, expected] of [
  ['no newline', 'a b', 'a b'],
  ['a newline', 'a b\n', 'a b'],
  ['a newline of Windows', 'a b\r\n', 'a b'],
  ['two newlines', 'a\n\n', 'a\n'],
  ['spaces', ' a ', ' a '],
] as const) {
  test(`of a file with ${title} at its end, only one newline is removed`, async (t) => {
    const SECRET_FILE = await file(`content-${title}`, content);
    t.is(variableOrFile({ SECRET_FILE, SECRET: '' }, 'SECRET'), expected);
  });
}

test('a variable and its file together are refused, also if they agree', async (t) => {
  const SECRET_FILE = await file('both', 'value');
  t.throws(() => variableOrFile({ SECRET: 'value', SECRET_FILE }, 'SECRET'), {
    message: 'SECRET and SECRET_FILE are both set. Set only one of them.',
  });
});

test('a file that is missing, empty or a folder is an error that names variable and path, not the content', async (t) => {
  const nowhere = join(folder, 'nowhere');
  const inner = join(folder, 'inner');
  await mkdir(inner);
  const empty = await file('empty', '\n');
  for (const [path, reason] of [
    [nowhere, /cannot be read \(ENOENT\)\. Check the path/u],
    [inner, /cannot be read \(EISDIR\)/u],
    [empty, /is empty\.$/u],
  ] as const) {
    const error = t.throws(() => variableOrFile({ SECRET_FILE: path }, 'SECRET'));
    t.true(error.message.startsWith(`SECRET_FILE is the file ${path}, which `));
    t.regex(error.message, reason);
  }
});
