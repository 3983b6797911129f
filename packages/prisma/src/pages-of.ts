/** Rows of one page: few enough to be in memory, enough to be few statements. */
export const pageSize = 500;

/** Reads a list of any length, page by page; each page begins after the last row of the one before. */
export async function* pagesOf<Row, Shown = Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
  show?: (row: Row) => Shown,
): AsyncGenerator<readonly (Row | Shown)[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last);
    if (rows.length > 0) yield show ? rows.map(show) : rows;
    last = rows.length === pageSize ? rows.at(-1) : undefined;
  } while (last !== undefined);
}
