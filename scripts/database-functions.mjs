// Writes prisma/functions/*.sql: what a migrated database has of functions, triggers and rules. The comments are kept.
// Usage: node scripts/database-functions.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../prisma/functions/', import.meta.url);
const width = 120;

/**
 * Every rule of the database that Prisma's schema files cannot say. Partitions have copies of what `events` has, and a
 * foreign key has triggers of its own: both are left out.
 */
const catalog = `
  SELECT pg_get_functiondef(oid) AS sql, NULL AS "table"
  FROM pg_proc WHERE pronamespace = 'identity'::regnamespace AND prokind IN ('f', 'p')
  UNION ALL
  SELECT pg_get_triggerdef(pg_trigger.oid, true), tgrelid::regclass::text
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE relnamespace = 'identity'::regnamespace AND NOT tgisinternal AND tgparentid = 0
  UNION ALL
  SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid, true)),
         conrelid::regclass::text
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE connamespace = 'identity'::regnamespace AND contype IN ('c', 'x') AND coninhcount = 0 AND NOT relispartition
  UNION ALL
  SELECT pg_get_indexdef(indexrelid), indrelid::regclass::text
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relnamespace = 'identity'::regnamespace AND indisunique AND indpred IS NOT NULL AND NOT relispartition
  UNION ALL
  SELECT format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', adrelid::regclass, attname, pg_get_expr(adbin, adrelid)),
         adrelid::regclass::text
  FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum JOIN pg_class ON pg_class.oid = adrelid
  WHERE relnamespace = 'identity'::regnamespace AND NOT relispartition AND EXISTS (
    SELECT FROM pg_depend JOIN pg_proc ON pg_proc.oid = refobjid
    WHERE classid = 'pg_attrdef'::regclass AND objid = pg_attrdef.oid AND refclassid = 'pg_proc'::regclass
      AND pronamespace = 'identity'::regnamespace)
  UNION ALL
  SELECT format('CREATE VIEW %s AS %s', oid::regclass, rtrim(pg_get_viewdef(oid, true), ';')), NULL
  FROM pg_class WHERE relnamespace = 'identity'::regnamespace AND relkind IN ('v', 'm')
  ORDER BY 1`;

/** The definitions of a database, as the files have them. */
export async function readDatabase(databaseUrl) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(databaseUrl);
  try {
    await client.connect();
    // PostgreSQL leaves out the schema of names that it would find without, and shows times in the zone of the session.
    await client.query("SET search_path = ''; SET timezone = 'UTC'; SET datestyle = 'ISO'");
    const { rows } = await client.query(catalog);
    return rows.map(({ sql, table }) => ({
      key: keyOf(sql),
      table,
      sql: `${isFunction(sql) ? sql.trim() : wrap(sql)};`,
    }));
  } finally {
    await client.end();
  }
}

const isFunction = (sql) => /^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) /u.test(sql);

/** The words before which a long statement is broken. */
const clauses = /^(?:AND|CHECK|DEFERRABLE|EXECUTE|FOR|ON|OR|REFERENCING|USING|WHEN|WHERE)$/u;

/** Breaks a statement into lines, at spaces that are not in a literal. */
function wrap(sql) {
  const words = sql.match(/(?:'[^']*'|[^\s'])+/gu);
  const parts = [];
  for (const word of words) {
    if (parts.length === 0 || clauses.test(word)) parts.push(word);
    else parts[parts.length - 1] += ` ${word}`;
  }
  const lines = [];
  for (const part of parts) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(part);
    else if (line.length + part.length + 2 > width) lines.push(`  ${part}`);
    else lines[lines.length - 1] = `${line} ${part}`;
  }
  return lines.join('\n');
}

const begins = /^(?:CREATE|ALTER) /u;

/** A text of `prisma/functions`: what is at its top, and each definition with the comment before it. */
export function parse(text) {
  const entries = [];
  let comment = [];
  let head = '';
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line.startsWith('--')) comment.push(line);
    else if (begins.test(line)) {
      const end = isFunction(line) ? /\$(?:function|procedure)\$;$/u : /;$/u;
      const first = index;
      while (index < lines.length && !end.test(lines[index])) index += 1;
      const sql = lines.slice(first, index + 1).join('\n');
      entries.push({ key: keyOf(sql), comment: comment.join('\n'), sql });
      comment = [];
    } else if (line === '') {
      if (comment.length > 0 && entries.length === 0) head = comment.join('\n');
      comment = [];
    } else throw new Error(`This line is in no definition: ${line}`);
  }
  return { head, entries };
}

/** The name of what a statement defines. That of a function is without its arguments. */
function keyOf(sql) {
  const text = sql.replaceAll(/\s+/gu, ' ');
  const forms = [
    [/^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) ([\w.]+)\(/u, ([, name]) => `function ${name}`],
    [/^CREATE (?:CONSTRAINT )?TRIGGER (\w+) .*? ON ([\w.]+) /u, ([, name, table]) => `trigger ${name} of ${table}`],
    [/^ALTER TABLE ([\w.]+) ADD CONSTRAINT (\w+) /u, ([, table, name]) => `constraint ${name} of ${table}`],
    [/^ALTER TABLE ([\w.]+) ALTER COLUMN (\w+) /u, ([, table, name]) => `default of ${table}.${name}`],
    [/^CREATE UNIQUE INDEX (\w+) /u, ([, name]) => `index ${name}`],
    [/^CREATE VIEW ([\w.]+) /u, ([, name]) => `view ${name}`],
  ];
  for (const [form, name] of forms) {
    const found = form.exec(text);
    if (found) return name(found);
  }
  throw new Error(`This statement is not known: ${text}`);
}

/** The files of the folder, by their names. */
export function readFiles() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return Object.fromEntries(names.map((name) => [name, parse(readFileSync(new URL(name, folder), 'utf8'))]));
}

/** The text of a file. */
export function textOf({ head, entries }) {
  const parts = entries.map(({ comment, sql }) => (comment ? `${comment}\n${sql}` : sql));
  return `${[head, ...parts].filter((part) => part !== '').join('\n\n')}\n`;
}

/**
 * Files with the definitions of a database. Definitions keep their file, their place and their comment. A new one comes to
 * the end of the file with other rules of its table or its function.
 */
export function update(files, database) {
  const rest = new Map(database.map((entry) => [entry.key, entry]));
  const updated = {};
  for (const [name, { head, entries }] of Object.entries(files)) {
    const kept = entries.flatMap(({ key, comment }) => {
      const found = rest.get(key);
      rest.delete(key);
      return found ? [{ key, comment, sql: found.sql }] : [];
    });
    updated[name] = { head, entries: kept };
  }
  for (const [key, { sql, table }] of rest) {
    const related = table
      ? new RegExp(` ON ${table} | TABLE ${table} `, 'u')
      : new RegExp(`\\b${key.split(' ')[1]}\\(`, 'u');
    const home = Object.keys(updated).find((name) => updated[name].entries.some((entry) => related.test(entry.sql)));
    updated[home ?? 'new.sql'] ??= { head: '', entries: [] };
    updated[home ?? 'new.sql'].entries.push({ key, comment: '', sql });
  }
  return { updated, added: [...rest.keys()] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { prepare } = await import('./prepare.mjs');
  await prepare({ quiet: true });
  // These modules exist only after the step above has installed and built them.
  const { startTemporaryPostgres } = await import('../packages/dev-postgres/dist/src/index.js');
  const { migrate } = await import('../packages/prisma/dist/src/index.js');
  const postgres = await startTemporaryPostgres();
  try {
    await migrate({ databaseUrl: postgres.url });
    const { updated, added } = update(readFiles(), await readDatabase(postgres.url));
    for (const [name, file] of Object.entries(updated)) writeFileSync(new URL(name, folder), textOf(file));
    for (const key of added) console.log(`New: ${key}. Say in its comment which rule it keeps and who relies on it.`);
  } finally {
    await postgres.stop();
  }
}
