import { join } from 'node:path';
import test from 'ava';
import { root, run, succeed } from './container-tools.js';

const units = ['identity-server@.service', 'identity-server-migrate.service', 'identity-server.target'];
const path = (unit: string) => join(root, 'deploy/systemd', unit);

test('systemd finds no mistake in the units', async (t) => {
  const { code, output } = await run('systemd-analyze', ['verify', ...units.map(path)]);
  t.is(output, '');
  t.is(code, 0);
});

for (const unit of units.slice(0, 2)) {
  test(`systemd rates the exposure of ${unit} at 1.5 or less of 10`, async (t) => {
    const output = await succeed('systemd-analyze', ['--offline=true', 'security', '--threshold=15', path(unit)]);
    const [, level] = /Overall exposure level for \S+: ([\d.]+)/u.exec(output) ?? [];
    t.log(`${level} of 10`);
    t.true(Number(level) <= 1.5);
  });
}
