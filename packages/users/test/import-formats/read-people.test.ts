import test from 'ava';
import { ImportFileError, readPeople } from '../../src/import-formats/read-people.js';
import { readAll, readFile } from '../support/read-all.js';

test('native: each line is taken as it is, blank ones are counted, and one that is not JSON stops nobody', async (t) => {
  const text = '\uFEFF{"email":"a@x.test"}\r\n\n{"email":\n{"email":"é@x.test","unknown":1}\n"text"';
  const { lines } = await readFile('native', text);
  t.deepEqual(lines, [
    { line: 1, person: { email: 'a@x.test' }, notes: [] },
    { line: 3, problem: { field: null, reason: 'The line is not JSON in UTF-8.' }, notes: [] },
    { line: 4, person: { email: 'é@x.test', unknown: 1 }, notes: [] },
    { line: 5, person: 'text', notes: [] },
  ]);
});

test('native: a line of more than 1 MB is refused without being stored, and the next one is read', async (t) => {
  async function* bytes() {
    yield Buffer.from('{"email":"a@x.test"}\n{"email":"');
    for (let part = 0; part < 40; part += 1) yield Buffer.alloc(65_536, 'a');
    yield Buffer.from('"}\n{"email":"c@x.test"}\n');
  }
  const results = [];
  for await (const { line, person, problem } of readPeople('native', bytes()))
    results.push([line, person ?? problem?.reason]);
  t.deepEqual(results, [
    [1, { email: 'a@x.test' }],
    [2, 'The line has more than 1 MB.'],
    [3, { email: 'c@x.test' }],
  ]);
});

test('native: bytes that are not UTF-8 are an error of their line', async (t) => {
  async function* bytes() {
    yield Buffer.from([0x22, 0xff, 0x22, 0x0a]);
    yield Buffer.from('"b"\n');
  }
  const results = [];
  for await (const { line, person, problem } of readPeople('native', bytes()))
    results.push([line, person, problem?.field]);
  t.deepEqual(results, [
    [1, undefined, null],
    [2, 'b', undefined],
  ]);
});

for (const format of ['keycloak', 'firebase'] as const) {
  test(`${format}: people are read while the rest of the file has not arrived`, async (t) => {
    let isRead = false;
    async function* bytes() {
      yield Buffer.from(`{"realm":"x","clients":[{"users":[{"email":"no@x.test"}]}],"users":[{"email":"a@x.test"}`);
      for (let filler = 0; filler < 1000; filler += 1) yield Buffer.from(`,{"email":"p${filler}@x.test"}`.padEnd(1000));
      isRead = true;
      yield Buffer.from(']}');
    }
    let count = 0;
    for await (const { person } of readPeople(format, bytes())) {
      if (count === 0) {
        t.like(person, { email: 'a@x.test' });
        t.false(isRead);
      }
      count += 1;
    }
    t.is(count, 1001);
  });
}

test('a list that ends early or is no JSON is an error of the file, without a part of it', async (t) => {
  const broken = '{"users":[{"email":"a@x.test"},{"email":"secret hash';
  for (const [format, text] of [
    ['keycloak', broken],
    ['firebase', broken],
    ['auth0', '[{"email":"a@x.test"},{"em'],
    ['logto', '[oh'],
  ] as const) {
    const error = await t.throwsAsync(readAll(format, text), { instanceOf: ImportFileError }, format);
    t.false(error?.message.includes('secret'));
  }
});

test('a file of another form has no people', async (t) => {
  for (const format of ['keycloak', 'firebase'] as const) t.deepEqual(await readAll(format, '{"other":[{}]}'), []);
  for (const format of ['native', 'auth0', 'logto', 'better-auth'] as const) t.deepEqual(await readAll(format, ''), []);
});

test('an entry that is no person is a problem of its line and never an exception', async (t) => {
  const odd = ['null', '1', '"x"', '[]', '{}', '{"email":1}', '{"email":{}}', '{"email":null}'];
  for (const format of ['auth0', 'logto', 'better-auth'] as const) {
    const { problems } = await readFile(format, odd.join('\n'));
    t.is(problems.length, odd.length, format);
  }
  for (const format of ['keycloak', 'firebase'] as const) {
    const { lines, people } = await readFile(format, `{"users":[${odd.join(',')}]}`);
    t.is(lines.length, odd.length, format);
    t.deepEqual(people, [], format);
  }
});

test('csv: columns are fields of a person, empty ones are absent', async (t) => {
  const text = [
    'email,emailVerified,displayName,disabled,passwordHash,tenant,role,createdAt',
    'ada@x.test,true,"Lovelace, ""Ada""",no,$2b$10$abc,acme,admin,2021-03-04T05:06:07.000Z',
    'bob@x.test,,,,,,,',
    'short@x.test,true',
    '"two\nlines@x.test",maybe,,,,,,',
    '',
  ].join('\r\n');
  const { lines } = await readFile('csv', text);
  t.deepEqual(lines, [
    {
      line: 2,
      person: {
        email: 'ada@x.test',
        emailVerified: true,
        displayName: 'Lovelace, "Ada"',
        disabled: false,
        password: { algorithm: 'bcrypt', hash: '$2b$10$abc' },
        memberships: [{ tenant: 'acme', role: 'admin' }],
        createdAt: '2021-03-04T05:06:07.000Z',
      },
      notes: [],
    },
    { line: 3, person: { email: 'bob@x.test' }, notes: [] },
    { line: 4, problem: { field: null, reason: 'The line is not CSV with the fields of the first line.' }, notes: [] },
    { line: 6, person: { email: 'two\nlines@x.test', emailVerified: 'maybe' }, notes: [] },
  ]);
});

test('csv: an unknown column or a file without emails is refused as a whole', async (t) => {
  for (const text of ['email,password\na@x.test,x', 'name\nx'])
    await t.throwsAsync(readAll('csv', text), { instanceOf: ImportFileError }, text);
});
