import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { storedHashOf } from '../packages/users/dist/src/foreign-passwords/stored-hash.js';
import { median, signInForm } from './known-unknown.mjs';
import { withServer } from './with-server.mjs';

// Whether the time of a wrong password tells how the password of an account is stored, or that there is none:
// node bench/foreign-passwords.mjs [samples] [only kinds with this text]
const samples = Number(process.argv[2] ?? 200);
const only = process.argv[3] ?? '';
const warmUp = 10;
const password = 'violet harbor engine 77';
const bcrypt = createRequire(new URL('../packages/users/package.json', import.meta.url))('bcrypt');

const kinds = {
  'none: unknown email': undefined,
  'ours: Argon2id, 19 MiB': undefined,
  'bcrypt, cost 10': () => storedHashOf({ algorithm: 'bcrypt', hash: bcrypt.hashSync(password, 10) }),
  'PBKDF2-SHA256, 27,500 rounds': () => pbkdf2('sha256', 27_500),
  'bcrypt, cost 12': () => storedHashOf({ algorithm: 'bcrypt', hash: bcrypt.hashSync(password, 12) }),
};

function pbkdf2(digest, rounds) {
  const salt = randomBytes(16);
  const key = pbkdf2Sync(password, salt, rounds, 32, digest);
  const [saltText, keyText] = [salt, key].map((bytes) => bytes.toString('base64'));
  return storedHashOf({ algorithm: 'pbkdf2', hash: `$pbkdf2-${digest}$i=${rounds}$${saltText}$${keyText}` });
}

console.log(await withServer(measure));

async function measure({ issuer, db }) {
  const before = await timesOf(issuer, { 'none: unknown email': 'other@people.test', ours: 'known@people.test' });
  const emails = { 'none: unknown email': 'other@people.test', 'ours: Argon2id, 19 MiB': 'known@people.test' };
  for (const [index, [title, hash]] of Object.entries(kinds).entries()) {
    if (!hash || !title.includes(only)) continue;
    const email = `foreign${index}@people.test`;
    emails[title] = email;
    await db.user.create({ data: { email, normalizedEmail: email, emailVerified: true, passwordHash: hash() } });
  }
  const after = await timesOf(issuer, emails);
  return `Before the import\n\n${table(before)}\n\nAfter the import\n\n${table(after)}`;
}

/** One after the other and in turn, in another order each time, so that other work affects all alike. */
async function timesOf(issuer, emails) {
  const { action, cookie } = await signInForm(issuer);
  const titles = Object.keys(emails);
  const times = Object.fromEntries(titles.map((title) => [title, []]));
  for (let round = 0; round < warmUp + samples; round += 1) {
    for (const [index] of titles.entries()) {
      const title = titles[(index + round) % titles.length];
      const body = new URLSearchParams({ email: emails[title], password: 'wrong horse battery' });
      const started = performance.now();
      const response = await fetch(new URL(action, issuer), { method: 'POST', headers: { cookie }, body });
      await response.text();
      if (response.status !== 401) throw new Error(`The sign-in returned ${response.status}.`);
      if (round >= warmUp) times[title].push(performance.now() - started);
    }
  }
  return times;
}

function table(times) {
  const all = Object.values(times).map(median);
  const at = (list, part) => list.toSorted((one, other) => one - other)[Math.floor(list.length * part)].toFixed(1);
  const rows = Object.entries(times).map(([title, list]) => {
    const ratio = (median(list) / Math.min(...all)).toFixed(3);
    return `| ${title} | ${at(list, 0.05)} | ${median(list).toFixed(1)} | ${at(list, 0.95)} | ${ratio} |`;
  });
  return ['| stored password | 5 % | median (ms) | 95 % | : fastest |', '|---|---|---|---|---|', ...rows].join('\n');
}
