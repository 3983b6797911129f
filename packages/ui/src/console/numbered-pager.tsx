import { Pager } from './list-parts.js';
import { nextPageOf } from './numbered-pages.js';

export interface NumberedPagerProps {
  path: string;
  /** What the links keep, such as the search. Empty values are left out. */
  filters?: Readonly<Record<string, string>>;
  page: number;
  pages: number;
}

/** The links of a list with numbered pages. */
export function NumberedPager({ path, filters = {}, page, pages }: NumberedPagerProps) {
  const query = page === 1 ? filters : { ...filters, after: String(page) };
  return <Pager path={path} query={query} next={nextPageOf({ page, pages })} />;
}
