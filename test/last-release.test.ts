import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { root } from './support-imports.js';

const script = pathToFileURL(join(root, 'test/upgrade/find-release.mjs')).href;
interface Release {
  version: string;
  commit: string;
}
const { findLastRelease, findRelease, hasOtherSchema } = (await import(script)) as {
  findLastRelease(folder: string): Release;
  findRelease(folder: string, version: string): Release;
  hasOtherSchema(folder: string, release: Release): boolean;
};

/** An empty repository. `commit` returns the id of the new commit. */
function makeRepository(t: ExecutionContext) {
  const folder = mkdtempSync(join(tmpdir(), 'identity-last-release-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  const commit = (subject: string, ...args: string[]) => {
    git('commit', '--quiet', '--allow-empty', '--message', subject, ...args);
    return git('rev-parse', 'HEAD');
  };
  return { folder, git, commit };
}

test('the last release is the newest tag below the present commit, by version', (t) => {
  const { folder, git, commit } = makeRepository(t);
  commit('chore: release 0.9.0');
  git('tag', '--annotate', 'v0.9.0', '--message', 'Version 0.9.0');
  const last = commit('chore: release 0.10.0');
  git('tag', '--annotate', 'v0.10.0', '--message', 'Version 0.10.0');
  git('tag', 'v-next');
  const present = commit('feat: more');
  git('checkout', '--quiet', '-b', 'elsewhere');
  commit('chore: release 1.0.0');
  git('tag', 'v1.0.0');
  git('checkout', '--quiet', present);
  t.deepEqual(findLastRelease(folder), { version: '0.10.0', commit: last });
});

test('without tags, the last release is the newest commit of the release script', (t) => {
  const { folder, commit } = makeRepository(t);
  commit('chore: release 0.1.0');
  const last = commit('chore: release 0.2.0');
  commit('fix: a mistake', '--message', 'chore: release 0.3.0 had it, too');
  commit('chore: release notes for people');
  t.deepEqual(findLastRelease(folder), { version: '0.2.0', commit: last });
});

test('a release is found by its version', (t) => {
  const { folder, git, commit } = makeRepository(t);
  const first = commit('chore: release 0.1.0');
  const second = commit('chore: release 0.2.0');
  t.deepEqual(findRelease(folder, '0.1.0'), { version: '0.1.0', commit: first });
  git('tag', 'v0.2.0');
  t.deepEqual(findRelease(folder, '0.2.0'), { version: '0.2.0', commit: second });
  t.deepEqual(findRelease(folder, '0.1.0'), { version: '0.1.0', commit: first });
  t.throws(() => findRelease(folder, '0.3.0'), { message: /No release was found: neither a tag v0\.3\.0/u });
});

test('the schema differs from a release after a change below prisma/', (t) => {
  const { folder, git, commit } = makeRepository(t);
  const release = { version: '0.1.0', commit: commit('chore: release 0.1.0') };
  writeFileSync(join(folder, 'README.md'), 'Changed');
  git('add', '.');
  commit('docs: a README');
  t.false(hasOtherSchema(folder, release));
  mkdirSync(join(folder, 'prisma'));
  writeFileSync(join(folder, 'prisma/schema.prisma'), '');
  git('add', '.');
  commit('feat: a schema');
  t.true(hasOtherSchema(folder, release));
});

test('a repository without a release is refused', (t) => {
  const { folder, commit } = makeRepository(t);
  commit('feat: begin');
  t.throws(() => findLastRelease(folder), { message: /No release was found/u });
});
