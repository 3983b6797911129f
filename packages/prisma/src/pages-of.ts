/** The number of rows per page: small enough for memory, large enough for few statements. */
export const pageSize = 500;

/** Reads a list of any length page by page. `read` gets the last row of the previous page. */
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
