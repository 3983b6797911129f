import argon2 from 'argon2';
import test from 'ava';
import { verifyPassword } from '../../src/credentials/password-hash.js';
import { storedHashOf } from '../../src/foreign-passwords/stored-hash.js';

const password = 'grüne Äpfel 🍏 77';

test('an Argon2 hash in any alphabet of base64, with padding and zeros in front, is checked as the usual form', async (t) => {
  for (const type of [argon2.argon2i, argon2.argon2id]) {
    const salt = Buffer.from('fbfffefbfffefbfffefbfffefbfffe00', 'hex');
    const hash = await argon2.hash(password, { type, salt, memoryCost: 64, timeCost: 2, parallelism: 1 });
    const [, id, version, , ...bytes] = hash.split('$');
    const costs = 'm=0064,t=02,p=01';
    const [padded, forUrls, ofPasslib] = [
      bytes.map((text) => `${text}${'='.repeat((4 - (text.length % 4)) % 4)}`),
      bytes.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
      bytes.map((text) => text.replaceAll('+', '.')),
    ];
    for (const form of [padded, forUrls, ofPasslib]) {
      const stored = storedHashOf({ algorithm: 'argon2', hash: ['', id, version, costs, ...form].join('$') });
      t.is(stored, storedHashOf({ algorithm: 'argon2', hash }));
      t.true(await verifyPassword(stored, password), stored);
      t.false(await verifyPassword(stored, `${password} `), stored);
    }
  }
});
