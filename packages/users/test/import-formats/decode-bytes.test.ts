import test from 'ava';
import { decodeBytes } from '../../src/import-formats/decode-bytes.js';
import { looksLike } from '../../src/import-formats/looks-like.js';
import { ImportFileError } from '../../src/import-formats/read-people.js';

async function* pieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function decoded(bytes: Buffer, size: number, encoding?: 'utf8' | 'latin1'): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of decodeBytes(pieces(bytes, size), encoding)) parts.push(part);
  return Buffer.concat(parts).toString();
}

const text = 'Zoë\nJürgen 😀\n';

test('UTF-8, UTF-16 and Latin-1 are read, wherever the chunks are cut', async (t) => {
  const swapped = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  for (const size of [1, 2, 3, 7, 1000]) {
    t.is(await decoded(Buffer.from(text), size), text);
    t.is(await decoded(Buffer.from(`\uFEFF${text}`), size), text);
    t.is(await decoded(Buffer.from(`\uFEFF${text}`, 'utf16le'), size), text);
    t.is(await decoded(swapped, size), text);
    t.is(await decoded(Buffer.from('Jürgen', 'latin1'), size, 'latin1'), 'Jürgen');
  }
  t.is(await decoded(Buffer.from('x'), 1), 'x');
  t.is(await decoded(Buffer.alloc(0), 1), '');
});

test('bytes that are neither UTF-8 nor UTF-16 are an error with their line', async (t) => {
  const bytes = Buffer.concat([Buffer.from('Zoë\nAda\n'), Buffer.from('Jürgen\n', 'latin1'), Buffer.from('Bob\n')]);
  for (const size of [1, 3, 7, 1000]) {
    const error = await t.throwsAsync(decoded(bytes, size), { instanceOf: ImportFileError });
    t.regex(error?.message ?? '', /see line 3\b/u, String(size));
  }
});

test('a file is recognized only if exactly one form has its marks', (t) => {
  t.is(looksLike('{"users":[{"localId":"x"'), 'firebase');
  t.is(looksLike('{"realm":"x","users":['), 'keycloak');
  t.is(looksLike('cognito:username,name,email\n'), 'cognito');
  t.is(looksLike('{"email":"a@x.test","externalId":"auth0|1"}'), undefined);
  t.is(looksLike('{"email":"a@x.test"}'), undefined);
  t.is(looksLike('{"localId":"x","realm":"y"}'), undefined);
  t.is(looksLike('email,displayName\n'), undefined);
});
