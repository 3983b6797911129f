import test from 'ava';
import { decrypt, encrypt } from '../../src/keys/secrets.js';

const secret = 'a secret for tests only, of more than 32 characters';
const purpose = 'signing_keys/one';
const plain = Buffer.from('what nobody may read');

test('what was encrypted is decrypted with the same secret for the same purpose', (t) => {
  t.deepEqual(decrypt(secret, purpose, encrypt(secret, purpose, plain)), plain);
  t.deepEqual(decrypt(secret, purpose, encrypt(secret, purpose, Buffer.alloc(0))), Buffer.alloc(0));
});

test('nothing of the text is in what is stored, and no two look alike', (t) => {
  const [one, two] = [encrypt(secret, purpose, plain), encrypt(secret, purpose, plain)].map((sealed) =>
    Buffer.from(sealed).toString('latin1'),
  );
  t.not(one, two);
  t.false(one?.includes('nobody'));
});

test('another secret or another purpose cannot decrypt a value', (t) => {
  const sealed = encrypt(secret, purpose, plain);
  t.throws(() => decrypt(`${secret}!`, purpose, sealed));
  t.throws(() => decrypt(secret, 'signing_keys/two', sealed));
  t.throws(() => decrypt(secret, '', sealed));
});

test('a single changed bit, anywhere, opens nothing', (t) => {
  const sealed = encrypt(secret, purpose, plain);
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Uint8Array.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    t.throws(() => decrypt(secret, purpose, changed), undefined, `bit ${bit}`);
  }
});

test('what was cut or lengthened opens nothing', (t) => {
  const sealed = encrypt(secret, purpose, plain);
  for (let length = 0; length < sealed.length; length += 1) {
    t.throws(() => decrypt(secret, purpose, sealed.subarray(0, length)), undefined, `${length} bytes`);
  }
  t.throws(() => decrypt(secret, purpose, Uint8Array.from([...sealed, 0])));
});

test('a version that is not known is named', (t) => {
  const sealed = encrypt(secret, purpose, plain);
  sealed[0] = 9;
  t.throws(() => decrypt(secret, purpose, sealed), { message: /version 9/u });
});
