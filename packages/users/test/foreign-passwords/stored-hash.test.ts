import argon2 from 'argon2';
import test from 'ava';
import { hashPassword, needsRehash, verifyPassword } from '../../src/credentials/password-hash.js';
import {
  ForeignHashError,
  type ForeignPassword,
  isForeignHash,
  kindOf,
  passwordOf,
  storedHashOf,
} from '../../src/foreign-passwords/stored-hash.js';
import {
  betterAuthHash,
  firebaseHash,
  firebaseProject,
  foreignPasswords,
  keycloakPbkdf2,
  phpassHash,
} from '../support/foreign-hashes.js';

const password = 'grüne Äpfel 🍏 77';

test('a hash of every form matches its password and no other one', async (t) => {
  for (const [form, foreign] of Object.entries(await foreignPasswords(password))) {
    const stored = storedHashOf(foreign);
    t.true(isForeignHash(stored), form);
    t.true(needsRehash(stored), form);
    t.true(await verifyPassword(stored, password), form);
    for (const wrong of ['', password.slice(0, -1), `${password}x`, password.toUpperCase()])
      t.false(await verifyPassword(stored, wrong), form);
  }
});

test('what an export writes of a stored hash is stored as the same hash again', async (t) => {
  for (const [form, foreign] of Object.entries(await foreignPasswords(password))) {
    const stored = storedHashOf(foreign);
    t.is(storedHashOf(passwordOf(stored)), stored, form);
  }
  const own = await hashPassword(password);
  t.is(storedHashOf(passwordOf(own)), own);
  t.false(isForeignHash(storedHashOf(passwordOf(own))));
});

// From the manuals of PHP and passlib, from RFC 7914, and from https://github.com/firebase/scrypt.
const published: readonly [password: string, foreign: ForeignPassword][] = [
  ['rasmuslerdorf', { algorithm: 'bcrypt', hash: '$2a$07$usesomesillystringfore2uDLvp1Ii2e./U9C8sBjqp8I90dH6hi' }],
  [
    'password',
    {
      algorithm: 'scrypt',
      hash: '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
    },
  ],
  ['passwd', { algorithm: 'pbkdf2', hash: '$pbkdf2-sha256$1$c2FsdA$VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLw' }],
  [
    'user1password',
    {
      algorithm: 'firebase-scrypt',
      hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
      salt: '42xEC+ixf3L2lw==',
      signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
      saltSeparator: 'Bw==',
      rounds: 8,
      memCost: 14,
    },
  ],
];

test('published examples of other systems match', async (t) => {
  for (const [plain, foreign] of published) {
    t.true(await verifyPassword(storedHashOf(foreign), plain), foreign.algorithm);
    t.false(await verifyPassword(storedHashOf(foreign), `${plain} `), foreign.algorithm);
  }
});

test('the kind of a stored hash is its algorithm with its costs and nothing else', async (t) => {
  const passwords = await foreignPasswords(password);
  const kinds = Object.entries(passwords).map(([form, foreign]) => [form, kindOf(storedHashOf(foreign))]);
  t.deepEqual(Object.fromEntries(kinds), {
    argon2id: 'argon2.argon2id.19.64.3.1',
    argon2i: 'argon2.argon2i.19.64.3.1',
    argon2d: 'argon2.argon2d.19.64.3.1',
    'bcrypt 2a': 'bcrypt.04',
    'bcrypt 2b': 'bcrypt.04',
    'bcrypt 2y': 'bcrypt.04',
    scrypt: 'scrypt.1024.8.1',
    'pbkdf2-sha1': 'pbkdf2.sha1.1000',
    'pbkdf2-sha256': 'pbkdf2.sha256.1000',
    'pbkdf2-sha512': 'pbkdf2.sha512.1000',
    'keycloak pbkdf2': 'pbkdf2.sha256.1000',
    'keycloak argon2': 'argon2.argon2id.19.8.5.1',
    'better-auth': 'scrypt.16384.16.1',
    'django argon2': 'argon2.argon2id.19.64.3.1',
    'django bcrypt': 'bcrypt.04',
    'django pbkdf2': 'pbkdf2.sha256.1000',
    'django scrypt': 'scrypt.1024.8.1',
    phpass: 'phpass.07',
    ssha: 'ssha.sha1',
    ssha256: 'ssha.sha256',
    ssha512: 'ssha.sha512',
    firebase: 'firebase.8.10',
  });
  t.is(kindOf(await hashPassword(password)), undefined);
  t.is(kindOf(null), undefined);
});

const key = 'A'.repeat(43);
const salt = 'B'.repeat(22);
const bcryptOf = (cost: string) => `$2b$${cost}$${'a'.repeat(53)}`;
const scryptOf = (parameters: string) => `$scrypt$${parameters}$${salt}$${key}`;
const pbkdf2Of = (parameters: string, id = 'pbkdf2-sha256') => `$${id}$${parameters}$${salt}$${key}`;
const argonOf = (parameters: string, id = 'argon2id') => `$${id}$v=19$${parameters}$${salt}$${key}`;

const taken: readonly (readonly [ForeignPassword['algorithm'], string])[] = [
  ['bcrypt', bcryptOf('14')],
  ['scrypt', scryptOf('ln=18,r=8,p=1')],
  ['scrypt', scryptOf('ln=17,r=8,p=2')],
  ['scrypt', scryptOf('n=16384,r=8,p=1')],
  ['scrypt', scryptOf('n=14,r=8,p=1')],
  ['pbkdf2', pbkdf2Of('i=5000000')],
  ['argon2', argonOf('m=262144,t=10,p=4')],
  ['argon2', argonOf('m=4096,t=256,p=1', 'argon2i')],
];

test('hashes at the bounds are taken', (t) => {
  for (const [algorithm, hash] of taken) t.notThrows(() => storedHashOf({ algorithm, hash }), hash);
});

const refused: readonly (readonly [ForeignPassword['algorithm'], string])[] = [
  ['bcrypt', bcryptOf('15')],
  ['bcrypt', bcryptOf('31')],
  ['bcrypt', bcryptOf('03')],
  ['bcrypt', bcryptOf('10').slice(0, -1)],
  ['bcrypt', `$2x$10$${'a'.repeat(53)}`],
  ['bcrypt', 'correct horse battery staple'],
  ['bcrypt', scryptOf('ln=14,r=8,p=1')],
  ['scrypt', scryptOf('ln=18,r=8,p=2')],
  ['scrypt', scryptOf('ln=19,r=8,p=1')],
  ['scrypt', scryptOf('ln=40,r=1,p=1')],
  ['scrypt', scryptOf('ln=1,r=1048577,p=1')],
  ['scrypt', scryptOf('ln=1,r=1048576,p=1')],
  ['scrypt', scryptOf('ln=2,r=524288,p=1')],
  ['scrypt', scryptOf('ln=1,r=524288,p=2')],
  ['scrypt', scryptOf('n=16383,r=8,p=1')],
  ['scrypt', scryptOf('ln=0,r=8,p=1')],
  ['scrypt', scryptOf('ln=14,r=1,p=17')],
  ['scrypt', scryptOf('ln=1,r=1,p=1048576')],
  ['scrypt', scryptOf('ln=14,r=8')],
  ['scrypt', scryptOf('ln=14,r=8,p=1,x=1')],
  ['scrypt', `$scrypt$ln=14,r=8,p=1$${salt}$`],
  ['scrypt', `$scrypt$ln=14,r=8,p=1$${salt}$AAAA`],
  ['scrypt', `$scrypt$ln=14,r=8,p=1$$${key}`],
  ['scrypt', 'secret'],
  ['scrypt', 'abcd:'],
  ['scrypt', 'abcd:abcd:abcd'],
  ['scrypt', `zz:${'ab'.repeat(64)}`],
  ['pbkdf2', pbkdf2Of('i=5000001')],
  ['pbkdf2', pbkdf2Of('i=0')],
  ['pbkdf2', pbkdf2Of('i=1e3')],
  ['pbkdf2', pbkdf2Of('i=-1')],
  ['pbkdf2', pbkdf2Of('')],
  ['pbkdf2', pbkdf2Of('i=1000', 'pbkdf2-md5')],
  ['pbkdf2', pbkdf2Of('i=1000', 'constructor')],
  ['pbkdf2', pbkdf2Of('i=1000', '__proto__')],
  ['pbkdf2', `$pbkdf2-sha256$i=1000$${salt}$${'A'.repeat(400)}`],
  ['pbkdf2', JSON.stringify({ secretData: '{}', credentialData: '{}' })],
  ['pbkdf2', JSON.stringify(keycloakPbkdf2(password, { rounds: 1000 })).replace('"{', '"[')],
  ['pbkdf2', '{"secretData":"top secret"'],
  ['argon2', argonOf('m=262145,t=1,p=1')],
  ['argon2', argonOf('m=4294967295,t=1,p=1')],
  ['argon2', argonOf('m=64,t=11,p=1')],
  ['argon2', argonOf('m=4096,t=256,p=2', 'argon2i')],
  ['argon2', argonOf('m=65536,t=3,p=17')],
  ['argon2', argonOf('m=7,t=3,p=1')],
  ['argon2', argonOf('m=64,t=3,p=1,keyid=AAAA')],
  ['argon2', argonOf('m=64,t=3,p=1', 'argon2x')],
  ['argon2', argonOf('m=64,t=3,p=1', 'constructor')],
  ['argon2', argonOf('m=64,t=3,p=1', '__proto__')],
  ['argon2', argonOf('m=4096,t=0x100,p=1', 'argon2i')],
  ['argon2', argonOf('m=4096,t=2.56e2,p=1')],
  ['argon2', `$argon2id$v=20$m=64,t=3,p=1$${salt}$${key}`],
  ['argon2', `$argon2id$v=19$m=64,t=3,p=1$${salt}$AAAA`],
  ['argon2', `$argon2id$v=19$m=64,t=3,p=1$AAAA$${key}`],
  ['argon2', bcryptOf('10')],
];

test('hostile parameters and other texts are refused, and the error has no part of the hash', (t) => {
  for (const [algorithm, hash] of refused) {
    const error = t.throws(() => storedHashOf({ algorithm, hash }), { instanceOf: ForeignHashError }, hash);
    const parts = hash.split(/[$:"\\{}]/u).filter((text) => text.length > 15);
    for (const part of parts) t.false(error?.message.includes(part), error?.message);
  }
});

test('a hash of Firebase needs the parameters of its project, within bounds', (t) => {
  const whole = { algorithm: 'firebase-scrypt' as const, ...firebaseHash(password), ...firebaseProject };
  t.notThrows(() => storedHashOf(whole));
  for (const change of [
    { signerKey: undefined },
    { rounds: undefined },
    { memCost: undefined },
    { salt: undefined },
    { rounds: 9 },
    { memCost: 15 },
    { signerKey: 'AAAA' },
    { hash: 'AAAA' },
    { hash: '?' },
  ])
    t.throws(() => storedHashOf({ ...whole, ...change } as ForeignPassword), { instanceOf: ForeignHashError });
  t.throws(() => storedHashOf({ algorithm: 'bcrypt', hash: bcryptOf('10'), salt: 'AAAA' }), {
    instanceOf: ForeignHashError,
  });
});

test('bcrypt compares 72 bytes, and the new hash has the whole password', async (t) => {
  const long = 'ü'.repeat(60);
  const { 'bcrypt 2b': foreign } = await foreignPasswords(long);
  const stored = storedHashOf(foreign as ForeignPassword);
  t.true(await verifyPassword(stored, long));
  t.true(await verifyPassword(stored, 'ü'.repeat(36)), 'the first 72 bytes');
  t.true(await verifyPassword(stored, `${long}${'x'.repeat(200)}`), 'also of a password of 255 bytes and more');
  t.false(await verifyPassword(stored, 'ü'.repeat(35)));
  t.false(await verifyPassword(await hashPassword(long), 'ü'.repeat(36)));
});

test('better-auth compares passwords in their NFKC form', async (t) => {
  const stored = storedHashOf({ algorithm: 'scrypt', hash: betterAuthHash('Zoe\u0308 and friends') });
  t.true(await verifyPassword(stored, 'Zo\u00EB and friends'));
});

test('a text that no import has stored never matches', async (t) => {
  for (const stored of ['', 'plain', 'md5|5f4dcc3b5aa765d61d8327deb882cf99', '|', 'bcrypt', 'none.1|AAAA'])
    t.false(await verifyPassword(stored, 'plain'), stored);
});

test('a stored hash whose costs are out of bounds never matches, and costs nothing', async (t) => {
  const right = storedHashOf({ algorithm: 'scrypt', hash: betterAuthHash(password) });
  t.true(await verifyPassword(right, password));
  // The first needs 640 MB.
  for (const kind of [
    'scrypt.2.1048576.1',
    'scrypt.1048576.8.1',
    'bcrypt.15',
    'pbkdf2.sha256.5000001',
    'firebase.9.14',
  ])
    t.false(await verifyPassword(right.replace(/^[^|]+/u, kind), password), kind);
  for (const costs of ['262145.1.1', '64.11.1', '64.3.17'])
    t.false(await verifyPassword(`argon2.argon2id.19.${costs}|$argon2id$`, password), costs);
});

test('an Argon2 hash of other parameters is foreign, one of ours is ours', async (t) => {
  const own = await hashPassword(password);
  t.is(storedHashOf({ algorithm: 'argon2', hash: own }), own);
  const other = await argon2.hash(password, { type: argon2.argon2id, memoryCost: 64, timeCost: 2, parallelism: 1 });
  t.true(isForeignHash(storedHashOf({ algorithm: 'argon2', hash: other })));
});

test('a published hash of phpass matches its password', async (t) => {
  const stored = storedHashOf({ algorithm: 'phpass', hash: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0' });
  t.is(kindOf(stored), 'phpass.11');
  t.true(await verifyPassword(stored, 'test12345'));
  t.false(await verifyPassword(stored, 'test12346'));
});

test('a password of more than 100 bytes does not match a hash of phpass', async (t) => {
  const long = 'ä'.repeat(51);
  const stored = storedHashOf({ algorithm: 'phpass', hash: phpassHash(long) });
  t.false(await verifyPassword(stored, long));
  const shorter = 'ä'.repeat(50);
  t.true(await verifyPassword(storedHashOf({ algorithm: 'phpass', hash: phpassHash(shorter) }), shorter));
});

test('hashes of phpass with too many rounds, salted hashes without a salt and other prefixes are refused', (t) => {
  for (const [algorithm, hash] of [
    ['phpass', '$P$KIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
    ['phpass', '$P$9IQRaTwmf'],
    ['ssha', `{SSHA}${Buffer.alloc(20).toString('base64')}`],
    ['ssha', `{SHA}${Buffer.alloc(28).toString('base64')}`],
    ['pbkdf2', 'pbkdf2_sha256$9000000$salt$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    ['bcrypt', 'bcrypt_sha256$$2b$04$vUETe09.TdyQ692lBLX5o.hEa4j3dH9on1pOlo3iBZT8cYC/I/1A2'],
  ] as const)
    t.throws(() => storedHashOf({ algorithm, hash }), { instanceOf: ForeignHashError }, hash);
});
