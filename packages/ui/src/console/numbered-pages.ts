const maxPage = 100_000;
const maxSearch = 200;

/** The number of the page in the URL (`after`), for lists with numbered pages. Any other value means the first page. */
export function pageNumberOf(query: Readonly<Record<string, string>>): number {
  const page = Number(query['after'] ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= maxPage ? page : 1;
}

/** The value for the link to the next page; undefined on the last page. */
export function nextPageOf({ page, pages }: { readonly page: number; readonly pages: number }): string | undefined {
  return page < pages ? String(page + 1) : undefined;
}

/** The search text in the URL; undefined if it is empty. */
export function searchOf(query: Readonly<Record<string, string>>): string | undefined {
  return query['search']?.trim().slice(0, maxSearch) || undefined;
}
