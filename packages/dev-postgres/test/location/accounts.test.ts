import { execFileSync, spawnSync } from 'node:child_process';
import { chown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { removePostgres, startPostgres } from '../../src/index.js';
import { copyPackage } from '../fixtures/copy-package.js';
import { isDown, query } from '../fixtures/query.js';
import { spawnUser } from '../fixtures/spawn-user.js';
import { temporaryFolder } from '../fixtures/temporary-folder.js';

const isRoot = process.getuid?.() === 0;
const testAsRoot = isRoot ? test : test.skip;

/** Returns the account of a user without rights, if that user can run Node. */
function accountWithoutRights(): { uid: number; gid: number } | undefined {
  if (!isRoot) return undefined;
  const idOf = (option: string): number => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  const account = { uid: idOf('-u'), gid: idOf('-g') };
  return spawnSync(process.execPath, ['--version'], { ...account, cwd: '/' }).status === 0 ? account : undefined;
}

testAsRoot(
  'below a folder only root can enter, programs and data are kept in the system folder (needs root)',
  async (t) => {
    const closed = await temporaryFolder(t, { mode: 0o700 });
    const systemFolder = await temporaryFolder(t, { parent: '/var/lib' });
    const directory = join(closed, 'data');
    const script = await copyPackage(join(closed, 'package'));
    const options = { directory, systemFolder, script };
    const [one, two] = await Promise.all([spawnUser(t, options), spawnUser(t, options)]);
    await query(one.url, 'CREATE TABLE note AS SELECT 42 AS answer');
    await one.leave();
    await two.leave();
    t.true(await isDown(two.url));

    const home = (await readFile(join(directory, 'where-the-data-is.txt'), 'utf8')).trim().split('\n').at(-1) ?? '';
    const data = await stat(join(home, 'data'));
    t.true(home.startsWith(join(systemFolder, 'postgres')));
    t.is(data.mode & 0o777, 0o700);
    t.not(data.uid, 0);
    t.is((await readdir(systemFolder)).length, 2, 'one folder for the data and one for a single copy of the programs');
    t.true((await readdir(directory)).includes('postgres.log'));

    const again = await spawnUser(t, options);
    t.deepEqual(await query(again.url, 'SELECT answer FROM note'), [{ answer: 42 }]);
    await again.leave();

    t.true(await removePostgres({ directory, systemFolder }));
    t.deepEqual(await readdir(join(systemFolder, 'postgres')), []);
  },
);

testAsRoot('a system folder that others can write to is refused (needs root)', async (t) => {
  const closed = await temporaryFolder(t, { mode: 0o700 });
  const systemFolder = await temporaryFolder(t, { mode: 0o777 });
  await t.throwsAsync(startPostgres({ directory: join(closed, 'data'), systemFolder }), {
    message: /must be a folder that belongs to root/,
  });
});

const account = accountWithoutRights();
const testAsNobody = account ? test : test.skip;
testAsNobody(
  'a user without rights runs it in place, and root later runs it as that user (needs root and a Node that nobody can run)',
  async (t) => {
    const { uid = 0, gid = 0 } = account ?? {};
    const folder = await temporaryFolder(t);
    const directory = join(folder, 'data');
    await mkdir(directory);
    await chown(directory, uid, gid);
    const script = await copyPackage(join(folder, 'package'));
    const user = await spawnUser(t, { directory, script, account: { uid, gid } });
    await query(user.url, 'CREATE TABLE note AS SELECT 42 AS answer');
    await user.leave();
    t.is((await stat(join(directory, 'data'))).uid, uid);

    const root = await spawnUser(t, { directory });
    t.deepEqual(await query(root.url, 'SELECT answer FROM note'), [{ answer: 42 }]);
    await root.leave();
    t.is((await stat(join(directory, 'data', 'postgresql.conf'))).uid, uid);

    const back = await spawnUser(t, { directory, script, account: { uid, gid } });
    t.deepEqual(await query(back.url, 'SELECT answer FROM note'), [{ answer: 42 }]);
    await back.leave();
  },
);
