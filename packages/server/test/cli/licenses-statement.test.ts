import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import { loadKeys } from '@org/identity-runtime/keys/load-keys';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { exportJWK, type JWK, SignJWT } from 'jose';
import { seed } from '../../src/index.js';
import { command, commandProcess } from '../support/run-command.js';

const issuer = 'https://id.test';
const day = (ago: number) => new Date(Date.now() - days(ago)).toISOString().slice(0, 10);
const secret = 'a secret of at least 32 characters';
let database: OpenDatabase;
let environment: Record<string, string>;
let close: () => Promise<void>;
let folder: string;
let tenantId: string;
let applicationId: string;
let userId: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-statement-'));
  const { url, drop } = await createTestDatabase();
  await seed({
    databaseUrl: url,
    data: {
      applications: [{ name: 'Shop' }],
      users: [{ email: 'ann@people.test', password: 'a long first passphrase' }],
      tenants: [{ slug: 'acme', name: 'Acme', members: [{ email: 'ann@people.test', role: 'owner' }] }],
    },
  });
  environment = { DATABASE_URL: url, IDENTITY_SECRET: secret };
  database = openDatabase({ databaseUrl: url });
  close = () => database.close().then(drop);
  const { db } = database;
  // Real keys: jose refuses the short ones of other tests.
  await loadKeys(db, secret);
  tenantId = (await db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } })).id;
  applicationId = (await db.application.findFirstOrThrow({ where: { name: 'Shop' } })).id;
  userId = (await db.user.findFirstOrThrow()).id;
  const type = await db.licenseType.create({ data: { applicationId, slug: 'pro', name: 'Pro' } });
  const subscription = await db.subscription.create({
    data: { tenantId, applicationId, licenseTypeId: type.id, quantityPurchased: 4 },
  });
  await db.seat.create({ data: { subscriptionId: subscription.id, tenantId, applicationId, userId } });
  await passTime(db, { tenantId, milliseconds: days(3) });
});
test.after.always(async () => {
  await rm(folder, { recursive: true, force: true });
  await close?.();
});

const inFolder = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
const make = (line = '') =>
  command(`licenses statement --tenant acme --application Shop --from ${day(2)} --to ${day(1)} ${line}`, {
    environment: { ...environment, ISSUER: issuer },
  });
const publicKeys = async () => {
  const rows = await database.db.signingKey.findMany();
  return JSON.stringify({ keys: rows.map(({ publicJwk }) => publicJwk) });
};

test.serial('a statement is made by one command and verified by another, without a database', async (t) => {
  const made = await make();
  t.is(made.code, 0, made.errors);
  const file = await inFolder('statement.jwt', `${made.printed}\n`);
  const jwks = await inFolder('jwks.json', await publicKeys());
  const verified = await commandProcess(`licenses statement --verify ${file} --jwks ${jwks}`);
  t.is(verified.code, 0, verified.errors);
  t.regex(verified.printed, /^The statement is valid\.$/mu);
  t.regex(verified.printed, new RegExp(`^tenant +${tenantId}$`, 'mu'));
  t.regex(verified.printed, new RegExp(`^${day(2)} +4 +1 +1$`, 'mu'));
  const reply = await inFolder('reply.json', JSON.stringify({ statement: made.printed }));
  const asJson = await command(`licenses statement --verify ${reply} --jwks ${jwks} --json`);
  t.like(JSON.parse(asJson.printed), { valid: true, iss: issuer, tenantId, applicationId, final: true });
  t.is((await make()).printed, made.printed);
});

test.serial(
  'the periods of the export are those of the statement, or the command says that they are not',
  async (t) => {
    const file = await inFolder('statement.jwt', (await make()).printed);
    const jwks = await inFolder('jwks.json', await publicKeys());
    const [period] = await database.db.seatPeriod.findMany();
    const { licenseTypeId, startedAt } = period ?? {};
    const line = { userId, applicationId, licenseTypeId, from: startedAt?.toISOString(), to: null, cause: null };
    const elsewhere = { ...line, applicationId: tenantId };
    const periods = await inFolder('periods.ndjson', `${JSON.stringify(line)}\n${JSON.stringify(elsewhere)}\n`);
    const verify = `licenses statement --verify ${file} --jwks ${jwks} --periods ${periods}`;
    t.is((await command(verify)).code, 0);
    await inFolder('periods.ndjson', '');
    const refused = await command(verify);
    t.deepEqual([refused.code, refused.printed], [1, '']);
    t.is(refused.errors, 'The periods are not those that the statement was made from.');
  },
);

test.serial('a statement that was changed, or signed by anybody else, is refused with one line', async (t) => {
  const { printed } = await make();
  const jwks = await inFolder('jwks.json', await publicKeys());
  const [header = '', payload = '', signature = ''] = printed.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const typ = 'license-statement+jwt';
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ, kid }).sign(privateKey);
  const unknown = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ, kid: 'x' }).sign(privateKey);
  const shared = Buffer.from(JSON.stringify(await exportJWK(publicKey)));
  const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ, kid }).sign(shared);
  for (const [name, text, reason] of [
    ['changed', [header, encode({ ...claims, days: [] }), signature].join('.'), /was changed/u],
    ['forged', forged, /was changed/u],
    ['unknown key', unknown, /not in the key set/u],
    ['no signature', `${encode({ alg: 'none', typ })}.${payload}.`, /RS256|form/u],
    ['symmetric', symmetric, /RS256/u],
    ['nothing', 'nothing', /form/u],
    ['other JSON', '{"lease":"a"}', /form/u],
    ['broken JSON', '{', /form/u],
  ] as const) {
    const file = await inFolder('bad.jwt', text);
    const { code, errors, printed: shown } = await command(`licenses statement --verify ${file} --jwks ${jwks}`);
    t.deepEqual([code, shown, errors.split('\n').length], [1, '', 1], name);
    t.regex(errors, reason, name);
  }
});

test.serial('another kind of token of the same key is no statement', async (t) => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk: JWK = { ...(await exportJWK(key.publicKey)), kid: 'k', alg: 'RS256' };
  const jwks = await inFolder('own.json', JSON.stringify({ keys: [jwk] }));
  const lease = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'k' })
    .sign(key.privateKey);
  const file = await inFolder('lease.jwt', lease);
  const { code, errors } = await command(`licenses statement --verify ${file} --jwks ${jwks}`);
  t.deepEqual([code, errors], [1, 'The statement is not valid: it is another kind of token.']);
});

test.serial('what is missing or wrong is said in one line', async (t) => {
  const file = await inFolder('statement.jwt', 'x');
  const errorOf = async (line: string) => (await command(`licenses statement ${line}`, { environment })).errors;
  t.regex(await errorOf(`--verify ${file}`), /^--jwks/u);
  t.regex(await errorOf(`--verify ${file} --jwks ${file}`), /^The key set is not valid/u);
  t.regex(await errorOf(`--verify ${join(folder, 'none')} --jwks ${file}`), /ENOENT/u);
  t.regex(await errorOf(''), /^--tenant is missing/u);
  const wanted = `--application Shop --from ${day(2)} --to ${day(1)}`;
  t.regex(await errorOf(`--tenant acme ${wanted}`), /^--issuer is missing/u);
  t.regex(await errorOf(`--tenant none ${wanted} --issuer ${issuer}`), /^--tenant: there is no tenant none/u);
  t.regex((await make('--to tomorrow')).errors, /^--to: must be a date/u);
  t.regex((await make(`--to ${day(-2)}`)).errors, /^--to: must not be in the future/u);
});
