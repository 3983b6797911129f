import test from 'ava';
import { documentRules, parseDocumentUrl } from '../../src/client-documents/document-url.js';

const development = { allowHttp: true };
const production = { allowHttp: false };

test('an https URL with a path is a client id', (t) => {
  for (const id of ['https://agent.example/client.json', 'https://agent.example/', 'https://agent.example:8443/a/b'])
    t.is(parseDocumentUrl(id, production)?.href, id);
});

for (const id of [
  'https://agent.example',
  'https://agent.example/client.json?x=1',
  'https://agent.example/client.json?',
  'https://agent.example/client.json#x',
  'https://agent.example/client.json#',
  'https://agent.example/a/../client.json',
  'https://agent.example/a/./client.json',
  'https://agent.example/a/%2e%2E/client.json',
  'https://agent.example:443/client.json',
  'https://AGENT.example/client.json',
  'https://agent.example./client.json',
  'https://user@agent.example/client.json',
  'https://user:secret@agent.example/client.json',
  'https:agent.example/client.json',
  'https:\\\\agent.example\\client.json',
  'https://agent.example\\@other.example/client.json',
  ' https://agent.example/client.json',
  'https://agent.example/client.json\n',
  'https://ágent.example/client.json',
  'https://2130706433/client.json',
  'HTTPS://agent.example/client.json',
  'http://agent.example/client.json',
  'http://127.0.0.1.agent.example/client.json',
  'ftp://agent.example/client.json',
  'javascript:alert(1)',
  `https://agent.example/${'x'.repeat(500)}`,
  'demo-web',
  '',
])
  test(`it is not a client id of a document: ${JSON.stringify(id.slice(0, 60))}`, (t) => {
    t.is(parseDocumentUrl(id, production), undefined);
    t.is(parseDocumentUrl(id, development), undefined);
  });

test('http is accepted on loopback hosts, in development only', (t) => {
  for (const id of ['http://127.0.0.1:4000/a', 'http://localhost:4000/a', 'http://[::1]:4000/a']) {
    t.is(parseDocumentUrl(id, development)?.href, id);
    t.is(parseDocumentUrl(id, production), undefined);
  }
});

test('the lists apply to a host and to the hosts below it', (t) => {
  const allowed = documentRules({ allow: ['agent.example'] }, production);
  const blocked = documentRules({ block: ['agent.example'] }, production);
  for (const host of ['agent.example', 'a.agent.example', 'a.b.agent.example']) {
    t.true(allowed(`https://${host}/`), host);
    t.false(blocked(`https://${host}/`), host);
  }
  for (const host of ['notagent.example', 'agent.example.evil.example', 'example']) {
    t.false(allowed(`https://${host}/`), host);
    t.true(blocked(`https://${host}/`), host);
  }
  t.false(documentRules({ allow: [] }, production)('https://agent.example/'));
  t.false(documentRules(false, production)('https://agent.example/'));
  t.true(documentRules(true, production)('https://agent.example/'));
  t.false(documentRules({ allow: ['a.example'], block: ['a.example'] }, production)('https://a.example/'));
});
