import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outsideTransactionMarker, readMigrations } from '@org/identity-prisma';
import test from 'ava';
import { root } from '../support-imports.js';
import { checkMigrations } from './check-migrations.js';
import { type Rule, rules } from './finding.js';

/** The first release had these migrations. They are not checked: nobody ran an older version beside them. */
const firstRelease = { last: '20261116030032_event_types', count: 33 };
const isHistory = (name: string) => name <= firstRelease.last;

const migrations = await readMigrations();
const { version: released } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

test('every migration since the first release can run beside the previous version', (t) => {
  t.deepEqual(checkMigrations(migrations, { released, isHistory }), []);
});

test('no migration was put among those of the first release', (t) => {
  const history = migrations.map(({ name }) => name).filter(isHistory);
  t.is(history.length, firstRelease.count);
  t.is(history.at(-1), firstRelease.last);
});

test('the check reads the migrations: those of the first release break rules', (t) => {
  const found = checkMigrations(migrations, { released });
  t.true(found.some((line) => line.includes('index-concurrently')));
  t.true(found.some((line) => line.includes('20261115235401_member_words')));
});

/** Returns the names of the rules that a migration breaks, after a migration that creates `things` with a validated check. */
function rulesOf(sql: string): string[] {
  const before = [
    { name: '1_before', sql: 'CREATE TABLE things (id int, note text, CONSTRAINT noted CHECK (note IS NOT NULL))' },
    { name: '2_before', sql: 'ALTER TABLE things ADD CONSTRAINT proven CHECK (note IS NOT NULL) NOT VALID' },
    { name: '3_before', sql: 'ALTER TABLE things VALIDATE CONSTRAINT proven' },
  ];
  const found = checkMigrations([...before, { name: '4_checked', sql }], { released: '1.4.0' });
  return found.map((line) => /^4_checked, line \d+: ([a-z-]+)\./u.exec(line)?.[1] ?? line);
}

const outside = (sql: string) => `${outsideTransactionMarker}\n${sql}`;
const bad: [Rule, string][] = [
  ['required-column', 'ALTER TABLE things ADD COLUMN size int NOT NULL'],
  ['volatile-default', 'ALTER TABLE things ADD COLUMN key uuid DEFAULT gen_random_uuid()'],
  ['volatile-default', 'ALTER TABLE things ADD COLUMN number bigserial'],
  ['volatile-default', 'ALTER TABLE things ADD COLUMN loud text GENERATED ALWAYS AS (upper(note)) STORED'],
  ['unique-using-index', 'ALTER TABLE things ADD COLUMN code text UNIQUE'],
  ['column-type', 'ALTER TABLE things ALTER COLUMN id TYPE bigint'],
  ['rename', 'ALTER TABLE things RENAME COLUMN note TO remark'],
  ['rename', 'ALTER TABLE things RENAME TO objects'],
  ['drop', 'ALTER TABLE things DROP COLUMN note'],
  ['drop', 'DROP TABLE things'],
  ['drop-default', 'ALTER TABLE things ALTER COLUMN note DROP DEFAULT'],
  ['drop-not-null', 'ALTER TABLE things ALTER COLUMN note DROP NOT NULL'],
  ['enum-value', "ALTER TYPE kind ADD VALUE 'SMALL'"],
  ['index-concurrently', 'CREATE INDEX things_note_idx ON things (note)'],
  ['index-concurrently', 'DROP INDEX things_note_idx'],
  ['not-valid', 'ALTER TABLE things ADD CONSTRAINT positive CHECK (id > 0)'],
  ['not-valid', 'ALTER TABLE things ADD CONSTRAINT owner FOREIGN KEY (id) REFERENCES users (id)'],
  [
    'validate-later',
    'ALTER TABLE things ADD CONSTRAINT big CHECK (id > 9) NOT VALID; ALTER TABLE things VALIDATE CONSTRAINT big',
  ],
  ['unique-using-index', 'ALTER TABLE things ADD CONSTRAINT one UNIQUE (note)'],
  ['unique-using-index', 'ALTER TABLE things ADD PRIMARY KEY (id)'],
  ['set-not-null', 'ALTER TABLE things ALTER COLUMN id SET NOT NULL'],
  ['rows-in-transaction', "UPDATE things SET note = ''"],
  ['rows-in-transaction', 'DELETE FROM things WHERE id > 5'],
  ['rows-in-transaction', 'INSERT INTO words SELECT note FROM things'],
  ['table-lock', 'LOCK TABLE things'],
  ['table-lock', 'TRUNCATE things'],
  ['opaque-block', 'DO $$ BEGIN UPDATE things SET id = 1; END $$'],
  ['own-timeouts', "SET lock_timeout = '1h'"],
  ['transaction-control', 'COMMIT'],
  ['outside-marker', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS things_note_idx ON things (note)'],
  ['outside-one-statement', outside('CREATE INDEX CONCURRENTLY things_note_idx ON things (note)')],
  ['outside-one-statement', outside('CREATE INDEX IF NOT EXISTS things_note_idx ON things (note)')],
  ['outside-one-statement', outside('DROP INDEX CONCURRENTLY IF EXISTS a; DROP INDEX CONCURRENTLY IF EXISTS b')],
  ['outside-one-statement', outside('-- nothing')],
  ['exemption', '-- migration-check: allow rename: there is nothing of that kind here\nCREATE TABLE others (id int)'],
];

for (const [rule, sql] of bad) {
  test(`${rule}: ${sql}`, (t) => t.deepEqual(rulesOf(sql), [rule]));
}

test('every rule has an example', (t) => {
  t.deepEqual([...new Set(bad.map(([rule]) => rule))].sort(), Object.keys(rules).sort());
});

const good = [
  'ALTER TABLE things ADD COLUMN size int',
  'ALTER TABLE things ADD COLUMN size int NOT NULL DEFAULT 1, ADD COLUMN seen timestamptz DEFAULT now()',
  "ALTER TABLE things ADD COLUMN tags text[] NOT NULL DEFAULT ARRAY[]::text[], ADD COLUMN data jsonb DEFAULT '{}'",
  'ALTER TABLE things ADD COLUMN owner uuid REFERENCES users (id)',
  'ALTER TABLE things ADD CONSTRAINT positive CHECK (id > 0) NOT VALID',
  'ALTER TABLE things VALIDATE CONSTRAINT noted',
  'ALTER TABLE things ALTER COLUMN note SET NOT NULL',
  'ALTER TABLE things ADD CONSTRAINT one UNIQUE USING INDEX things_note_idx',
  'CREATE TABLE others (id int); CREATE UNIQUE INDEX others_id_key ON others (id); UPDATE others SET id = 1',
  "INSERT INTO settings (name) VALUES ('new')",
  outside('CREATE INDEX CONCURRENTLY IF NOT EXISTS things_note_idx ON things (note)'),
  outside('DROP INDEX CONCURRENTLY IF EXISTS things_note_idx'),
  outside('DO $$ BEGIN LOOP EXIT; COMMIT; END LOOP; END $$'),
];

for (const sql of good) {
  test(`accepted: ${sql}`, (t) => t.deepEqual(rulesOf(sql), []));
}

test('a finding names the line of its statement', (t) => {
  const sql = '-- ü\n\nCREATE TABLE others (id int);\n\n-- why\nDROP TABLE things;\n';
  t.regex(checkMigrations([{ name: 'five', sql }], { released })[0] ?? '', /^five, line 6: drop\./u);
});

test('an exemption needs its rule and a reason', (t) => {
  const update = "UPDATE settings SET name = 'new'";
  const allow = (text: string) => rulesOf(`-- migration-check: allow ${text}\n${update}`);
  t.deepEqual(allow('rows-in-transaction: the table has one row'), []);
  t.deepEqual(allow('rows-in-transaction: because'), ['rows-in-transaction', 'exemption']);
  t.deepEqual(allow('everything: the table has one row'), ['rows-in-transaction', 'exemption']);
  t.deepEqual(allow('drop: the table has one row'), ['rows-in-transaction', 'exemption']);
});

test('a drop names a release that has stopped using what is dropped', (t) => {
  const allow = (reason: string) => rulesOf(`-- migration-check: allow drop: ${reason}\nDROP TABLE things`);
  t.deepEqual(allow('unused since 1.4.0'), []);
  t.deepEqual(allow('unused since 1.3.10, see the changelog'), []);
  t.deepEqual(allow('unused since 1.10.0'), ['drop', 'exemption']);
  t.deepEqual(allow('nobody uses this table'), ['drop', 'exemption']);
});
