import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOidcAdapter } from '@org/identity-prisma';
import test from 'ava';
import { get as internalsOf } from 'oidc-provider/lib/helpers/weak_cache.js';
import pg from 'pg';
import { Provider } from '../../src/provider/oidc-provider.js';
import type { PatchedSymbol } from '../../src/provider/patches/patch.js';
import { patches } from '../../src/provider/patches/patches.js';
import { type Read, reads } from '../../src/provider/patches/reads.js';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const { resolve } = createRequire(join(root, 'packages/runtime/package.json'));
const packageFolder = join(resolve('oidc-provider'), '../..');
const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };

/** The provider as it is installed, without patches. */
const provider = new Provider('http://localhost:3000', {
  // It opens no connection before it is used.
  adapter: createOidcAdapter(new pg.Pool()),
  clients: [],
  jwks: { keys: [] },
  cookies: { keys: ['a key of tests'] },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
});

/** Finds a property of an object or of its prototypes. */
function propertyOf(owner: unknown, name: string): PropertyDescriptor | undefined {
  for (let holder: unknown = owner; holder instanceof Object; holder = Object.getPrototypeOf(holder)) {
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (found) return found;
  }
  return undefined;
}

function findSymbol(path: string): PropertyDescriptor | undefined {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let owner: unknown = provider;
  if (steps[0] === 'internal') {
    steps.shift();
    owner = internalsOf(provider);
  }
  for (const step of steps) owner = owner instanceof Object ? (owner as Record<string, unknown>)[step] : undefined;
  return propertyOf(owner, last);
}

/** Returns what is wrong with a symbol, or undefined if it is as the patch expects. */
function problemOf({ path, shape, reads, file }: PatchedSymbol): string | undefined {
  if (shape === 'source') {
    const source = readFileSync(join(packageFolder, file), 'utf8');
    return reads && source.includes(reads) ? undefined : `does not contain ${reads}`;
  }
  const found = findSymbol(path);
  if (!found) return 'is not there';
  const { get, value } = found as { get?: () => unknown; value?: unknown };
  // The bundles of the whole suite use double quotes.
  const isRead = (text: unknown) =>
    reads && !String(text).replaceAll('"', "'").includes(reads) ? `does not read ${reads}` : undefined;
  if (shape === 'getter') return get ? isRead(get) : 'is not a getter';
  if (shape === 'Map') return value instanceof Map ? undefined : 'is not a Map';
  if (shape === 'object') return value instanceof Object ? undefined : 'is not an object';
  if (typeof value !== 'function') return 'is not a function';
  if (value.length !== shape.parameters) return `has ${value.length} parameters, not ${shape.parameters}`;
  return isRead(value);
}

const messageOf = ({ name, file, why }: Read, { path, file: source }: PatchedSymbol, problem: string) =>
  `${path} of oidc-provider ${version} ${problem}. ${name}() in ${file} replaces or relies on it: ${why} ` +
  `Look at ${source} of the installed version and adapt the patch.`;

const all: readonly Read[] = [...patches, ...reads];

for (const patch of all) {
  test(`what ${patch.name} patches or reads exists in the installed oidc-provider and has the expected shape`, (t) => {
    t.true(patch.symbols.length > 0);
    for (const symbol of patch.symbols) {
      const problem = problemOf(symbol);
      if (problem) t.fail(messageOf(patch, symbol, problem));
    }
  });
}

test('the handler of refresh tokens is there when a provider has been made', (t) => {
  t.true(internalsOf(provider)?.grantTypeHandlers?.has('refresh_token'));
});

test('a symbol that is gone or has another shape is found', (t) => {
  const file = 'lib/models/client.js';
  const problem = (path: string, shape: PatchedSymbol['shape'], reads?: string) =>
    problemOf({ path, shape, file, ...(reads ? { reads } : {}) });
  t.is(problem('Client.prototype.compareSecret', { parameters: 1 }), 'is not there');
  t.is(problem('Clients.prototype.find', { parameters: 1 }), 'is not there');
  t.is(problem('Client.find', { parameters: 2 }), 'has 1 parameters, not 2');
  t.is(problem('Client.prototype', { parameters: 0 }), 'is not a function');
  t.is(problem('Client.find', 'getter'), 'is not a getter');
  t.is(problem('internal.keystore', 'Map'), 'is not a Map');
  t.is(problem('Client.find', { parameters: 1 }, 'this.nothing'), 'does not read this.nothing');
  t.is(problem('Session.IN_PAYLOAD', 'getter', "'nothing'"), "does not read 'nothing'");
  t.is(problem('Client', 'source', 'no such text'), 'does not contain no such text');
});

test('every file of the patches is in the list, and every file in the list exists', (t) => {
  const folder = 'packages/runtime/src/provider/patches';
  const shared = new Set(['patches.ts', 'patch.ts', 'reads.ts', 'oidc-provider-internals.d.ts']);
  const here = readdirSync(join(root, folder)).filter((name) => !shared.has(name));
  const listed = new Set(all.map(({ file }) => file));
  for (const file of listed) t.true(existsSync(join(root, file)), file);
  t.deepEqual(
    here.map((name) => `${folder}/${name}`).filter((file) => !listed.has(file)),
    [],
  );
  const names = all.map(({ name }) => name);
  t.deepEqual([...new Set(names)], names);
  for (const { name, file } of all)
    t.true(readFileSync(join(root, file), 'utf8').includes(`export function ${name}(`), name);
});

test('nothing but the patches replaces a method of oidc-provider or looks at its internals', (t) => {
  const files = ['runtime', 'cli', 'server'].flatMap((name) =>
    readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      join('packages', name, 'src', file),
    ),
  );
  const reaching = files.filter((file) => {
    if (!/\.tsx?$/u.test(file) || file.startsWith(join('packages/runtime/src/provider/patches/'))) return false;
    const text = readFileSync(join(root, file), 'utf8');
    return /oidc-provider\/lib\/|\.find = |(?<!Object)\.prototype\b|\{ prototype \}|\.createContext\(|session\??\.state\b|\{ expiresIn\b/u.test(
      text,
    );
  });
  t.deepEqual(reaching, []);
});
