import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Creates a repository with two packages and the real release script. */
function makeRepository(t: ExecutionContext, changelog: string) {
  const folder = mkdtempSync(join(tmpdir(), 'identity-release-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const path of ['package.json', 'packages/core/package.json']) {
    const manifest = readFileSync(join(root, path), 'utf8').replace(
      /^ {2}"version": "[^"]*"/mu,
      '  "version": "0.1.0"',
    );
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), manifest);
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: begin');
  const versionOf = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')).version as string;
  const release = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/release.mjs', ...args, '--no-pack'], { cwd: folder, encoding: 'utf8' });
  return { folder, git, release, versionOf, read: (path: string) => readFileSync(join(folder, path), 'utf8') };
}

const changes = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Seats.\n';

test('a release sets every version, dates the changelog, commits and tags', (t) => {
  const { git, release, versionOf, read } = makeRepository(t, changes);
  const { status, stderr } = release('minor');
  t.is(status, 0, stderr);
  t.is(versionOf('package.json'), '0.2.0');
  t.is(versionOf('packages/core/package.json'), '0.2.0');
  t.regex(read('CHANGELOG.md'), /## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- Seats\.\n$/u);
  t.is(git('log', '-1', '--format=%s'), 'chore: release 0.2.0');
  t.is(git('tag', '--points-at', 'HEAD'), 'v0.2.0');
  t.is(git('status', '--porcelain'), '');
});

test('nothing is released with changes that are not committed, without news, or of an unknown kind', (t) => {
  const { folder, git, release } = makeRepository(t, changes);
  t.is(release('huge').status, 1);
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n- Tenants.\n');
  t.is(release('patch').status, 1);
  git('commit', '--quiet', '--all', '--message', 'docs: no news');
  const { status, stderr } = release('patch');
  t.is(status, 1);
  t.true(stderr.includes('What is new for users?'));
  t.is(git('tag'), '');
  t.is(git('log', '-1', '--format=%s'), 'docs: no news');
});
