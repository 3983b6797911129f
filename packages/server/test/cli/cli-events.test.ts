import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { divideEvents } from '@org/identity-dev-postgres';
import { monthOf, monthsAfter, uuidV7 } from '@org/identity-prisma';
import test from 'ava';
import { database, environment } from '../support/cli-tests.js';
import { command, commandProcess } from '../support/run-command.js';

const tenantId = randomUUID();
let folder: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-events-'));
});
test.after.always(() => rm(folder, { recursive: true, force: true }));

/** The lowest id of a time. */
const idAt = (time: string) => `${uuidV7(Date.parse(time)).slice(0, 13)}-0000-0000-000000000000`;

const surroundings = () => ({ environment });
const eventsLeft = () => database.db.event.count({ where: { tenantId } });

test.serial('months are listed, exported and dropped by command', async (t) => {
  const client = await database.pool.connect();
  await divideEvents(client, ['2025-02-01', '2025-03-01', '2025-04-01'].map(idAt)).finally(() => client.release());
  for (const day of ['2025-02-03', '2025-03-04', '2025-03-05', '2025-04-06'])
    await database.db.event.create({
      data: { id: uuidV7(Date.parse(day)), type: 'one', tenantId, actorKind: 'user', data: { day } },
    });
  const listed = await command('events months', surroundings());
  t.is(listed.code, 0, listed.errors);
  t.regex(listed.printed, /^2025-03 +2 +events_part_3 .* no$/mu);

  const refused = await command('events drop --month 2025-03 --yes', surroundings());
  t.is(refused.code, 2);
  t.regex(refused.printed, /^Kept 2025-02: it is not exported/mu);
  t.is(await eventsLeft(), 4);

  const out = join(folder, '2025-03.ndjson');
  const exported = await commandProcess(`events export --month 2025-03 --out ${out} --json`, surroundings());
  t.is(exported.code, 0, exported.errors);
  const text = await readFile(out, 'utf8');
  t.is(text.split('\n').length, 3);
  t.like(JSON.parse(exported.printed), {
    month: '2025-03',
    events: 2,
    sha256: createHash('sha256').update(text).digest('hex'),
    file: out,
  });
  t.is((await stat(out)).mode & 0o777, 0o600);
  t.is(
    (await command(`events export --month 2025-02 --out ${join(folder, '2025-02.ndjson')}`, surroundings())).code,
    0,
  );
  t.regex((await command('events months', surroundings())).printed, /^2025-03 .* yes +\/.*2025-03\.ndjson$/mu);

  t.is((await command('events drop --month 2025-03', surroundings())).code, 1, 'not without a confirmation');
  t.is(await eventsLeft(), 4);
  const dropped = await command('events drop --month 2025-03', { ...surroundings(), answer: 'yes' });
  t.is(dropped.printed, 'Dropped 2025-02: 1 events.\nDropped 2025-03: 2 events.');
  t.is(await eventsLeft(), 1);
  t.is((await command('events drop --month 2025-03 --yes', surroundings())).printed, 'Nothing was dropped.');
});

test.serial('a file that exists is not overwritten, and a failed export leaves none', async (t) => {
  const out = join(folder, 'twice.ndjson');
  const line = `events export --month 2025-04 --out ${out}`;
  t.is((await command(line, surroundings())).code, 0);
  const before = await readFile(out, 'utf8');
  const again = await command(line, surroundings());
  t.is(again.code, 1);
  t.regex(again.errors, /EEXIST/u);
  t.is(await readFile(out, 'utf8'), before);
});

test.serial('a month that is not over, or no month, is refused', async (t) => {
  for (const name of ['export --out x', 'drop --yes']) {
    for (const month of [monthOf(new Date()), '2025-13', 'March', '2025-3']) {
      const { code, errors } = await command(`events ${name} --month ${month}`, surroundings());
      t.is(code, 1);
      t.regex(errors, /not over yet|must be a month/u);
    }
  }
});

test.serial('months that are missing are added by command', async (t) => {
  // The last partition of the first test begins in April 2025.
  const { code, printed } = await command('events add-months --json', surroundings());
  t.is(code, 0);
  const { added } = JSON.parse(printed) as { added: string[] };
  t.is(added[0], '2025-04');
  t.is(added.at(-1), monthsAfter(monthOf(new Date()), 3));
  t.regex((await command('events months', surroundings())).printed, /^2025-04 +1 +events_2025_04 /mu);
});
