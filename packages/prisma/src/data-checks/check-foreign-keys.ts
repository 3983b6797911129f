import { type DataCheck, type DataProblem, maxExamples, type StoredData } from '@org/identity-core';

interface ForeignKey {
  name: string;
  child: string;
  parent: string;
  /** SQL that compares the columns of both tables. */
  matches: string;
  /** SQL: whether all columns of the child have a value. A key with a NULL refers to nothing. */
  given: string;
  /** SQL: the values of the child's columns. */
  values: string;
}

// A table that is a partition has copies of the keys of its parent table.
const foreignKeys = `
  SELECT key.conname AS name, key.conrelid::regclass::text AS child, key.confrelid::regclass::text AS parent,
    string_agg(format('parent.%I = child.%I', there.attname, here.attname), ' AND ') AS matches,
    string_agg(format('child.%I IS NOT NULL', here.attname), ' AND ') AS given,
    string_agg(format('child.%I', here.attname), ', ') AS values
  FROM pg_constraint key
  CROSS JOIN LATERAL unnest(key.conkey, key.confkey) AS pair (mine, theirs)
  JOIN pg_attribute here ON here.attrelid = key.conrelid AND here.attnum = pair.mine
  JOIN pg_attribute there ON there.attrelid = key.confrelid AND there.attnum = pair.theirs
  WHERE key.contype = 'f' AND key.conparentid = 0 AND key.connamespace = 'identity'::regnamespace
  GROUP BY key.oid, key.conname, key.conrelid, key.confrelid ORDER BY key.conname`;

/**
 * Looks for rows whose parent is missing, for each foreign key. PostgreSQL does not check data that was loaded while triggers
 * were off, and it trusts a constraint that says it is valid.
 */
export const checkForeignKeys: DataCheck = {
  name: 'foreign-keys',
  rule: 'Every row that a foreign key refers to exists.',
  advice: 'Restore the backup again without switching triggers off, or delete the rows that refer to nothing.',
  async find(data) {
    const keys = await data.rows<ForeignKey>(foreignKeys);
    const found: DataProblem[] = [];
    for (const key of keys) found.push(await orphansOf(data, key));
    const count = found.reduce((sum, problem) => sum + problem.count, 0);
    return count === 0
      ? undefined
      : { count, examples: found.flatMap(({ examples }) => examples).slice(0, maxExamples) };
  },
};

async function orphansOf(data: StoredData, { name, child, parent, matches, given, values }: ForeignKey) {
  const rows = await data.rows<{ id: string; count: number }>(
    `SELECT concat_ws(' ', ${values}) AS id, (count(*) OVER ())::float8 AS count FROM ${child} child
     WHERE ${given} AND NOT EXISTS (SELECT FROM ${parent} parent WHERE ${matches}) LIMIT ${maxExamples}`,
  );
  return { count: rows[0]?.count ?? 0, examples: rows.map(({ id }) => `${name}: ${id}`) };
}
