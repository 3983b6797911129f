import type { ComponentChildren } from 'preact';
import { useTexts } from '../language/texts.js';
import { uiTexts } from '../texts/index.js';
import { Empty, type FilterFields, Filters, hrefOf, queryOf } from './list-parts.js';

const maxPage = 100_000;
const maxSearch = 200;

/** Where a page is in its list: by number, or by the entry that it continues after. */
export type Paging =
  | { readonly page: number; readonly pages: number }
  | {
      /** Undefined on the first page. */
      readonly after: string | undefined;
      /** The value to continue with; undefined on the last page. */
      readonly next: string | undefined;
    };

export interface ListPageProps {
  /** The path of the list. */
  path: string;
  filters?: FilterFields;
  /** What stands between the filters and the list, such as the total. */
  summary?: ComponentChildren;
  isEmpty: boolean;
  /** What the list says when it is empty. */
  empty: ComponentChildren;
  /** Left out, the list has no links to other pages. */
  paging?: Paging | undefined;
  /** The table, or a form around it. */
  children: ComponentChildren;
}

/** A list of a console: filters, a table, and links to other pages that keep the filters. */
export function ListPage({ path, filters, summary, isEmpty, empty, paging, children }: ListPageProps) {
  return (
    <>
      {filters && <Filters path={path} {...filters} />}
      {summary}
      {isEmpty ? <Empty>{empty}</Empty> : children}
      {paging && <Pager path={path} query={queryOf(filters)} paging={paging} />}
    </>
  );
}

export interface PagerProps {
  path: string;
  /** What the links keep, such as the search. */
  query: Readonly<Record<string, string>>;
  paging: Paging;
}

/** Links to the first and to the next page of a list. `ListPage` has them already. */
export function Pager({ path, query, paging }: PagerProps) {
  const { pager } = useTexts(uiTexts);
  const { isFirst, next } = linksOf(paging);
  if (isFirst && next === undefined) return null;
  return (
    <nav class="pager" aria-label={pager.label}>
      {!isFirst && <a href={hrefOf(path, query)}>{pager.first}</a>}
      {next !== undefined && <a href={hrefOf(path, { ...query, after: next })}>{pager.next}</a>}
    </nav>
  );
}

function linksOf(paging: Paging): { isFirst: boolean; next: string | undefined } {
  if ('next' in paging) return { isFirst: paging.after === undefined, next: paging.next };
  const { page, pages } = paging;
  return { isFirst: page === 1, next: page < pages ? String(page + 1) : undefined };
}

/** The number of the page in the URL (`after`), for lists with numbered pages. Any other value means the first page. */
export function pageNumberOf(query: Readonly<Record<string, string>>): number {
  const page = Number(query['after'] ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= maxPage ? page : 1;
}

/** The search text in the URL; undefined if it is empty. */
export function searchOf(query: Readonly<Record<string, string>>): string | undefined {
  return query['search']?.trim().slice(0, maxSearch) || undefined;
}
