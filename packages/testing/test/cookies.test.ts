import test from 'ava';
import { Cookies } from '../src/cookies.js';

const home = new URL('http://127.0.0.1:3000/');
const path = (name: string) => new URL(name, home);

test('a cookie is sent to its path only, and not to another host', (t) => {
  const cookies = new Cookies(home);
  cookies.receive(path('/account/profile'), ['a=1; path=/', 'b=2; path=/account; httponly']);
  t.is(cookies.header(path('/account/profile')), 'b=2; a=1');
  t.is(cookies.header(path('/accounts')), 'a=1');
  t.is(cookies.header(new URL('http://localhost:3000/')), '');
});

test('an expired cookie is gone at once', (t) => {
  const cookies = new Cookies(home);
  cookies.receive(home, ['a=1; path=/', 'b=2; path=/']);
  cookies.receive(home, ['a=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT']);
  t.deepEqual(cookies.all(), [{ name: 'b', value: '2', path: '/' }]);
  t.is(cookies.value('a'), undefined);
});

test('a test can add, change and delete cookies', (t) => {
  const cookies = new Cookies(home);
  cookies.add([
    { name: 'a', value: '1', path: '/' },
    { name: 'b', value: '2', path: '/' },
  ]);
  cookies.change('a', (value) => `${value}0`);
  cookies.change('b', () => undefined);
  t.is(cookies.header(home), 'a=10');
  t.throws(() => cookies.change('b', () => ''), { message: /no cookie b/u });
});
