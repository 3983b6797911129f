import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What the tests use of each Debian package: one of some files, or a Perl module. */
const packages = {
  chromium: { files: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] },
  glewlwyd: { files: ['/usr/bin/glewlwyd'] },
  sqlite3: { files: ['/usr/bin/sqlite3'] },
  'liblemonldap-ng-portal-perl': { files: ['/usr/share/lemonldap-ng/portal/htdocs/index.psgi'] },
  starman: { files: ['/usr/bin/starman'] },
  // The portal loads these, although its package only recommends them.
  'libgd-securityimage-perl': { module: 'GD::SecurityImage' },
  perlmagick: { module: 'Image::Magick' },
  'libstring-random-perl': { module: 'String::Random' },
  'libio-string-perl': { module: 'IO::String' },
};

/** The packages that `npm run test:sso` needs and this machine does not have. */
export function missingPackages() {
  return Object.entries(packages).flatMap(([name, { files, module }]) => {
    const isThere = files ? files.some((file) => existsSync(file)) : canLoad(module);
    return isThere ? [] : [name];
  });
}

function canLoad(module) {
  // Only looked for: loading them takes seconds.
  const found = `for my $folder (@INC) { exit 0 if -e "$folder/" . join('/', split(/::/, '${module}')) . '.pm' } exit 1`;
  return spawnSync('perl', ['-e', found]).status === 0;
}
