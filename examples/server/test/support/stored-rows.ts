import type { TestServer } from './test-server.js';

/** Every row of each of our tables as text, by table. */
export async function storedRows({
  identity: { db },
}: Pick<TestServer, 'identity'>): Promise<Record<string, string[]>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'identity'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`;
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await db.$queryRawUnsafe<{ text: string }[]>(
      `SELECT row_to_json(t)::text AS text FROM identity."${name}" t`,
    );
    rows[name] = found.map(({ text }) => text).sort();
  }
  return rows;
}

/** The rows that contain a text in any case, also as bytes, by table. */
export function rowsWith(tables: Record<string, string[]>, text: string): Record<string, string[]> {
  const wanted = text.toLowerCase();
  const bytes = [wanted, text].map((each) => Buffer.from(each).toString('hex'));
  const has = (row: string) => row.includes(wanted) || bytes.some((hex) => row.includes(hex));
  const found = Object.entries(tables).map(([name, rows]): [string, string[]] => [
    name,
    rows.filter((row) => has(row.toLowerCase())),
  ]);
  return Object.fromEntries(found.filter(([, rows]) => rows.length > 0));
}
