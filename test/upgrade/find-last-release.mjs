import { execFileSync } from 'node:child_process';

/**
 * Finds the last release: the newest tag `v1.2.3` below the present commit, or else the newest commit of the release script,
 * because a clone may lack tags. A release of the present commit itself counts, too.
 */
export function findLastRelease(folder) {
  const release = fromTag(folder) ?? fromSubject(folder);
  if (release) return release;
  const shallow = git(folder, 'rev-parse', '--is-shallow-repository') === 'true';
  const hint = shallow ? ' The clone is shallow: run "git fetch --unshallow --tags".' : '';
  throw new Error(`No release was found: neither a tag v1.2.3 nor a commit "chore: release 1.2.3".${hint}`);
}

function fromTag(folder) {
  const tags = git(folder, 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');
  const tag = tags.find((name) => /^v\d+\.\d+\.\d+$/u.test(name));
  return tag && { version: tag.slice(1), commit: git(folder, 'rev-parse', `${tag}^{commit}`) };
}

function fromSubject(folder) {
  const lines = git(folder, 'log', '--extended-regexp', '--grep', '^chore: release [0-9]', '--format=%H %s').split(
    '\n',
  );
  for (const line of lines) {
    const [, commit, version] = /^(\S+) chore: release (\d+\.\d+\.\d+)$/u.exec(line) ?? [];
    if (commit) return { version, commit };
  }
  return undefined;
}

function git(folder, ...args) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}
