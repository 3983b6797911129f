// Makes a release: versions, changelog, commit, tag, packed packages. Usage: node scripts/release.mjs <patch|minor|major>
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, root } from './prepare/paths.mjs';

const steps = ['major', 'minor', 'patch'];
const unreleased = '## [Unreleased]\n';

const [step, ...flags] = process.argv.slice(2);
try {
  release();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function release() {
  if (!steps.includes(step)) throw new Error('Name the kind of release: patch, minor or major.');
  if (git('status', '--porcelain') !== '') throw new Error('Commit or stash your changes first.');
  const version = nextVersion(JSON.parse(read('package.json')).version);
  const changelog = releasedChangelog(read('CHANGELOG.md'), version);

  for (const folder of ['.', ...packageFolders()]) {
    const file = join(folder, 'package.json');
    writeFileSync(join(root, file), read(file).replace(/^ {2}"version": "[^"]*"/mu, `  "version": "${version}"`));
  }
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  if (!flags.includes('--no-pack')) {
    node('scripts/build.mjs');
    node('scripts/released-statements.mjs');
  }
  git('commit', '--all', '--message', `chore: release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  if (!flags.includes('--no-pack')) node('scripts/pack.mjs', 'release');
  console.log(`Version ${version} is committed and tagged. Review it, then run: git push --follow-tags`);
}

function nextVersion(version) {
  const numbers = version.split('.').map(Number);
  const place = steps.indexOf(step);
  return numbers.map((number, index) => (index < place ? number : index === place ? number + 1 : 0)).join('.');
}

/** Turns the "Unreleased" section into the section of this version. */
function releasedChangelog(changelog, version) {
  const start = changelog.indexOf(unreleased) + unreleased.length;
  const end = changelog.indexOf('\n## ', start);
  if (start < unreleased.length) throw new Error('CHANGELOG.md has no section "## [Unreleased]".');
  if (changelog.slice(start, end === -1 ? undefined : end).trim() === '') {
    throw new Error('CHANGELOG.md has no entries below "## [Unreleased]". What is new for users?');
  }
  const date = new Date().toISOString().slice(0, 10);
  return `${changelog.slice(0, start)}\n## [${version}] - ${date}\n${changelog.slice(start)}`;
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function node(...args) {
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
}
