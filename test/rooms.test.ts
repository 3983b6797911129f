import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import test from 'ava';
import { type Import, importsBelow, isRelative, root, show, sourcesBelow } from './support-imports.js';

/**
 * The folders of a package, lowest first: a folder imports only from folders before it. A file beside the folders is also in
 * the list if folders import it. The other files there, such as `plugin.ts`, are imported by no folder.
 */
const roomsOf: Record<string, readonly string[]> = {
  'packages/users': [
    'schemas.ts',
    // What several features build on.
    'limits',
    'accounts',
    'mailed-links',
    'foreign-passwords',
    'import-formats',
    'credentials',
    'account-frame',
    // The features.
    'registration',
    // What the forms of several ways to sign in share.
    'sign-in-forms',
    'mfa',
    'passkeys',
    'second-factor',
    'data-checks',
    'deletion',
    'restore',
    'sso',
    'email',
    'password',
    'profile',
    'sessions',
    'personal-data',
    'security',
    'second-factor-link',
    'emailed-codes',
    'sign-in',
    'administration',
    'import',
    'imports',
    'migration',
    'people-export',
    'account-pages',
    'platform',
    'commands',
  ],
  'packages/runtime': [
    'oauth-options.ts',
    'options.ts',
    'package-version.ts',
    'once.ts',
    'variable-or-file.ts',
    'changed-fields.ts',
    'declared-sentences.en.ts',
    'declared-sentences.de.ts',
    'declared-lists.ts',
    'built-in-plugins.ts',
    'check-callers.ts',
    'check-declarations.ts',
    'sign-in-methods.ts',
    'connection-kinds.ts',
    'areas',
    'sign-in-methods.ts',
    'compose-plugins.ts',
    'require-migrations.ts',
    'http',
    'clients',
    'foreign-clients',
    'client-documents',
    'registration',
    'applications',
    'apis',
    'observe',
    'keys',
    'seed',
    'catalogue',
    'api-docs',
    'pages',
    'background',
    'secret',
    'platform',
    'client-forms',
    'api-pages',
    'platform-pages',
    'connected-applications',
    'personal-data',
    'provider',
    'devices',
    'verify',
    'restore',
    'entry-points.ts',
    'identity-server.ts',
    'loopback-defaults.ts',
    'own-plugin.ts',
    'open.ts',
    'compose.ts',
    'interactions',
    'events',
  ],
  'packages/cli': ['line', 'declare-plugins.ts', 'database', 'keys', 'secret', 'commands.ts', 'command-tools.ts'],
  'packages/dev-postgres': ['processes', 'location', 'server', 'test-databases'],
  'packages/licensing': [
    'access',
    'limits',
    'mails',
    'seat-use',
    'seat-changes',
    'check',
    'schemas.ts',
    'license-types',
    'subscriptions',
    'seats',
    'reservations',
    'reclaim',
    'mirror-snapshot',
    'data-checks',
    'subscription-parts',
    'console',
    'reduce',
    'agents',
    'rules',
    'requests',
    'own-licenses',
    'history',
    'statements',
    'leases',
    'platform',
    'commands',
  ],
  'packages/tenants': [
    'slugs',
    'schemas.ts',
    'access',
    'tenant',
    'images',
    'policy',
    'application-policy',
    'settings',
    'security',
    'deletion',
    'invitations',
    'members',
    'role-rules',
    'groups',
    'audit',
    'data-checks',
    'sign-in',
    'member-pages',
    'group-pages',
    'invitations-page',
    'people-overview',
    'console',
    'platform',
    'commands',
  ],
  'packages/scim': [
    'protocol',
    'schemas.ts',
    'services.ts',
    'standing',
    'directory-guides',
    'owner-mails',
    'directories',
    'log',
    'sync',
    'groups',
    'users',
    'handover',
    'role-rules',
    'pages',
  ],
  'packages/connections': [
    'access',
    'dns',
    'confirmation',
    'domains',
    'schemas.ts',
    'kinds',
    'providers',
    'provider-guides',
    'oidc',
    'services.ts',
    'visits',
    'connections',
    'setup-links',
    'attempts',
    'links',
    'sign-in',
    'started',
    'test-visit',
    'personal-data',
    'domain-pages',
    'connection-pages',
    'setup-pages',
  ],
  'packages/webhooks': [
    'secrets',
    'patterns',
    'feed',
    'own-events',
    'schemas.ts',
    'services.ts',
    'access',
    'webhooks',
    'deliveries',
    'fan-out',
    'pace',
    'sending',
    'health',
    'personal-data',
    'pages',
  ],
};

/** Every folder may have text files with these names. */
const namedAlike = /^texts(?:\.[a-z]{2})?\.ts$/u;

for (const [folder, rooms] of Object.entries(roomsOf)) {
  const source = `${folder}/src`;
  const indexOf = (room: string) => (rooms.includes(room) ? rooms.indexOf(room) : rooms.length);

  test(`${folder}: every folder is in the list`, (t) => {
    const found = readdirSync(join(root, source), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    t.deepEqual(found.sort(), rooms.filter((room) => !room.endsWith('.ts')).sort());
  });

  test(`${folder}: the folders import each other in one direction`, (t) => {
    const imports = importsBelow(source).filter(({ specifier }) => isRelative(specifier));
    t.true(imports.length > 0);
    const backwards = imports.filter((found) => {
      const [from, to] = [roomOf(source, found.file), roomOf(source, targetOf(found))];
      return from !== to && rooms.includes(from) && indexOf(to) > indexOf(from);
    });
    t.deepEqual(backwards.map(show), []);
  });

  test(`${folder}: no two files have one name`, (t) => {
    const names = sourcesBelow(source)
      .map((file) => basename(file))
      .filter((name) => !namedAlike.test(name));
    t.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });
}

/** Returns the folder of a file. For a file beside the folders, returns the name of the file. */
function roomOf(source: string, file: string): string {
  return relative(source, file).split(sep)[0] ?? '';
}

/** Returns the source file of an import, relative to the root of the workspace. */
function targetOf({ file, specifier }: Import): string {
  return relative(root, resolve(root, dirname(file), specifier)).replace(/\.js$/u, '.ts');
}
