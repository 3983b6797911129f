import { execFileSync } from 'node:child_process';

/**
 * Finds the last release: the newest tag `v1.2.3` below the present commit, or else the newest commit of the release script,
 * because a clone may lack tags. A release of the present commit itself counts, too.
 */
export function findLastRelease(folder) {
  return fromTag(folder) ?? fromSubject(folder) ?? noRelease(folder);
}

/** Finds the release of a version in the same way. */
export function findRelease(folder, version) {
  return fromTag(folder, version) ?? fromSubject(folder, version) ?? noRelease(folder, version);
}

/** Whether the schema or a migration differs from that of a release. */
export function hasOtherSchema(folder, { commit }) {
  return git(folder, 'diff', '--name-only', commit, '--', 'prisma') !== '';
}

function noRelease(folder, version) {
  const shallow = git(folder, 'rev-parse', '--is-shallow-repository') === 'true';
  const hint = shallow ? ' The clone is shallow: run "git fetch --unshallow --tags".' : '';
  const name = version ?? '1.2.3';
  throw new Error(`No release was found: neither a tag v${name} nor a commit "chore: release ${name}".${hint}`);
}

function fromTag(folder, version) {
  const tags = git(folder, 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');
  const tag = tags.find((name) => (version ? name === `v${version}` : /^v\d+\.\d+\.\d+$/u.test(name)));
  return tag && { version: tag.slice(1), commit: git(folder, 'rev-parse', `${tag}^{commit}`) };
}

function fromSubject(folder, wanted) {
  const lines = git(folder, 'log', '--extended-regexp', '--grep', '^chore: release [0-9]', '--format=%H %s').split(
    '\n',
  );
  for (const line of lines) {
    const [, commit, version] = /^(\S+) chore: release (\d+\.\d+\.\d+)$/u.exec(line) ?? [];
    if (commit && (wanted ?? version) === version) return { version, commit };
  }
  return undefined;
}

function git(folder, ...args) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}
