import { randomUUID } from 'node:crypto';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { identityCommandWith } from '../support/identity-command.js';
import {
  bcryptHash,
  ended,
  importLines,
  imports,
  newEmail,
  postImport,
  reportOf,
  streamImport,
} from '../support/import-tests.js';
import { platformMachine } from '../support/platform-api.js';
import { addUser, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer, testSecret } from '../support/test-server.js';

const lines: string[] = [];
const keep = (fields: object, message: string) => {
  const cause = 'err' in fields && fields.err instanceof Error ? (fields.err.stack ?? '') : '';
  lines.push(`${message} ${JSON.stringify(fields)} ${cause}`);
};
const logger = { debug: keep, info: keep, warn: keep, error: keep };
let server: TestServer;
let token: string;
test.before(async () => {
  server = await startTestServer({ logger });
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

const run = (lines: readonly unknown[], query = '') => importLines(server, token, lines, query);
const totp = 'KRSXG5CTMVRXEZLUONSWG4TF';

test.serial('hostile lines are refused one by one, and stop nobody else', async (t) => {
  const email = newEmail();
  const deep = `{"email":"${newEmail()}","displayName":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const sent: [line: unknown, field: string | undefined][] = [
    ['{"email":', undefined],
    ['[]', undefined],
    ['null', undefined],
    ['"text"', undefined],
    [`{"__proto__":{"superAdmin":true},"email":"${newEmail()}"}`, undefined],
    [`{"constructor":{"prototype":{}},"email":"${newEmail()}"}`, 'constructor'],
    [{ email: newEmail(), displayName: 'a\u0000b' }, 'displayName'],
    [{ email: newEmail(), displayName: 'a\ud800b' }, 'displayName'],
    [{ email: newEmail(), unknown: 1 }, 'unknown'],
    [{ email: newEmail(), memberships: [{ tenant: 'acme', owner: true }] }, 'memberships.0.owner'],
    [{ email: 'not an email' }, 'email'],
    [{ displayName: 'Nobody' }, 'email'],
    [{ email: newEmail(), externalId: 'x'.repeat(256) }, 'externalId'],
    [{ email: newEmail(), createdAt: '2999-01-01T00:00:00Z' }, 'createdAt'],
    [{ email: newEmail(), password: 'plain text' }, 'password'],
    [{ email: newEmail(), password: { algorithm: 'plain', hash: 'secret' } }, 'password.algorithm'],
    [{ email: newEmail(), password: { algorithm: 'bcrypt', hash: bcryptHash.replace('$10$', '$15$') } }, 'password'],
    [{ email: newEmail(), totpSecret: 'not base 32!' }, 'totpSecret'],
    [deep, undefined],
    [`{"email":"${newEmail()}","displayName":"${'x'.repeat(70_000)}"}`, undefined],
    ['', undefined],
    ['   ', undefined],
    [{ email }, undefined],
  ];
  const { counts, report } = await run(sent.map(([line]) => line));
  t.like(counts, { status: 'DONE', lines: sent.length - 2, created: 1, refused: sent.length - 3 });
  for (const entry of report.slice(0, -1)) {
    const [line, field] = sent[entry.line - 1] ?? [];
    t.is(entry.result, 'refused', String(line).slice(0, 80));
    if (field !== undefined) t.is(entry.field, field, JSON.stringify(entry));
    t.truthy(entry.reason);
  }
  t.like(report.at(-1), { line: sent.length, email, result: 'created' });
  t.is(({} as { superAdmin?: boolean }).superAdmin, undefined);
});

test.serial('a line of 100 MB and bytes that are not UTF-8 are refused without being kept', async (t) => {
  const email = newEmail();
  async function* body() {
    yield Buffer.from('{"email":"');
    for (let sent = 0; sent < 100; sent += 1) yield Buffer.alloc(1024 * 1024, 'x');
    yield Buffer.from(`"}\n`);
    yield Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]);
    yield Buffer.from(`\ufeff{"email":"${email}"}`);
  }
  const { id } = await streamImport(server, token, body());
  t.like(await ended(server, token, id), { created: 1, refused: 2 });
  const { report } = await reportOf(server, token, id);
  t.deepEqual(
    report.map(({ reason }) => reason),
    ['The line is longer than 64 KB.', 'The line is not valid UTF-8.', undefined],
  );
});

test.serial('no hash and no secret is in a report, an event, an error, a log or a rehearsal', async (t) => {
  const secrets = [bcryptHash, totp, bcryptHash.slice(7)];
  const other = await addUser(server);
  const credentials = { password: { algorithm: 'bcrypt', hash: bcryptHash }, totpSecret: totp };
  const subject = randomUUID();
  const people = [
    { email: newEmail(), ...credentials },
    { email: newEmail(), ...credentials, externalId: subject },
    { email: other.email, ...credentials, externalId: subject },
    { email: newEmail(), ...credentials, memberships: [{ tenant: 'no-such-tenant' }] },
    { email: newEmail(), password: { algorithm: 'scrypt', hash: bcryptHash }, totpSecret: totp },
    { email: newEmail(), password: { algorithm: 'bcrypt', hash: `${bcryptHash}x` } },
    { email: newEmail(), password: bcryptHash, totpSecret: [totp] },
    { email: newEmail(), [bcryptHash]: totp, [totp]: bcryptHash },
    { email: bcryptHash, totpSecret: `${totp}0` },
    `{"email":"${newEmail()}","password":{"algorithm":"bcrypt","hash":"${bcryptHash}"`,
    `{"email":"${newEmail()}","totpSecret":"${totp}","displayName":"a\\u0000"}`,
  ];
  const texts: string[] = [];
  const count = await server.identity.db.event.count();
  for (const query of ['?rehearse=true', '']) {
    const { text, counts } = await run(people, query);
    texts.push(text, JSON.stringify(counts));
  }
  // Every route names unknown keys to the caller, so the line with a hash as a key is left out.
  for (const line of people.flatMap((each) => (typeof each === 'string' || bcryptHash in each ? [] : [each])))
    for (const query of ['?rehearse=true', '']) {
      const { body } = await send(server.issuer, 'POST', `/api/platform/users${query}`, token, {
        ...line,
        email: String(line.email).includes('$') ? line.email : newEmail(),
      });
      texts.push(JSON.stringify(body));
    }
  texts.push(JSON.stringify(await server.identity.db.event.findMany({ skip: count, orderBy: { id: 'asc' } })));
  texts.push(JSON.stringify(await server.identity.db.importLine.findMany()));
  texts.push(JSON.stringify(lines));
  for (const text of texts) for (const secret of secrets) t.false(text.includes(secret), text.slice(0, 500));
  t.is(await server.identity.db.importChunk.count(), 0);
});

test.serial('the lines that wait are encrypted, and deleted when they are imported', async (t) => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  async function* body() {
    for (let line = 0; line < 300; line += 1)
      yield Buffer.from(`{"email":"${newEmail()}","password":{"algorithm":"bcrypt","hash":"${bcryptHash}"}}\n`);
    await arrived;
  }
  const sending = streamImport(server, token, body(), '?rehearse=true');
  const chunks = await until(async () => {
    const found = await server.identity.db.importChunk.findMany();
    return found.length > 0 && found;
  });
  for (const { sealed } of chunks) t.false(Buffer.from(sealed).includes('people.test'));
  arrive();
  const { id } = await sending;
  t.like(await ended(server, token, id), { created: 300, rehearsed: true });
  t.is(await server.identity.db.importChunk.count(), 0);
});

test.serial('what is not NDJSON, or compressed, is refused with 415', async (t) => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    const { status, body } = await postImport(server, token, [{ email: newEmail() }], { type });
    t.deepEqual([status, body['error']], [415, 'UNSUPPORTED_MEDIA_TYPE']);
  }
  const compressed = await fetch(`${server.issuer}${imports}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/x-ndjson',
      'Content-Encoding': 'gzip',
    },
    body: 'x',
  });
  t.is(compressed.status, 415);
  t.is((await postImport(server, token, [], { query: '?dryRun=true' })).status, 422);
  t.is((await postImport(server, token, [], { query: '?rehearse=1' })).status, 422);
});

test.serial('the command says nothing of a hash either', async (t) => {
  const { mkdtemp, readFile, writeFile } = await import('node:fs/promises');
  const folder = await mkdtemp('/tmp/import-');
  const line = { email: newEmail(), password: { algorithm: 'bcrypt', hash: `${bcryptHash}x` }, totpSecret: totp };
  await writeFile(`${folder}/people.ndjson`, JSON.stringify(line));
  const words = ['users', 'import', `${folder}/people.ndjson`, '--report', `${folder}/report.ndjson`];
  const error = await t.throwsAsync<Error & { code: number; stdout: string }>(
    identityCommandWith(server.databaseUrl, { IDENTITY_SECRET: testSecret }, ...words),
  );
  t.is(error?.code, 2);
  const report = await readFile(`${folder}/report.ndjson`, 'utf8');
  t.like(JSON.parse(report), { line: 1, email: line.email, result: 'refused', field: 'password' });
  for (const text of [report, error?.stdout ?? ''])
    for (const secret of [bcryptHash, totp]) t.false(text.includes(secret));
});
