import test from 'ava';
import { ListPage, type ListPageProps, pageNumberOf, searchOf } from '../../src/console/list-page.js';
import { NameCell } from '../../src/console/list-parts.js';
import { renderPart } from '../../src/pages/render-page.js';

const filters: NonNullable<ListPageProps['filters']> = {
  search: { label: 'Search', value: 'a & b' },
  texts: [{ name: 'tenant', label: 'Tenant', value: 'acme' }],
  selects: [{ name: 'status', label: 'Status', value: undefined, choices: [{ value: '', label: 'All' }] }],
  dates: [{ name: 'from', label: 'From', value: '2026-11-16' }],
};
const kept = '/list?search=a+%26+b&amp;tenant=acme&amp;from=2026-11-16';

const drawn = (props: Partial<ListPageProps>) =>
  renderPart(
    <ListPage path="/list" isEmpty={false} empty="No rows." {...props}>
      <table />
    </ListPage>,
    'en',
  );
const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]*)"/gu)].map(([, href]) => href);

test('an empty list says so instead of drawing its table', (t) => {
  t.is(drawn({ isEmpty: true, paging: { page: 1, pages: 0 } }), '<p class="empty">No rows.</p>');
  t.is(drawn({ paging: { page: 1, pages: 1 } }), '<table></table>');
});

test('filters come first, then the summary, the table and the links', (t) => {
  const html = drawn({ filters, summary: <p>12 rows</p>, paging: { page: 1, pages: 2 } });
  const places = ['<search>', '<p>12 rows</p>', '<table>', '<nav'].map((part) => html.indexOf(part));
  t.false(places.includes(-1));
  t.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
});

test('the links keep the filters that have a value', (t) => {
  t.deepEqual(linksIn(drawn({ filters, paging: { after: undefined, next: 'x' } })), [`${kept}&amp;after=x`]);
  t.deepEqual(linksIn(drawn({ filters, paging: { after: 'w', next: 'x' } })), [kept, `${kept}&amp;after=x`]);
  t.deepEqual(linksIn(drawn({ filters, paging: { after: 'x', next: undefined } })), [kept]);
  t.deepEqual(linksIn(drawn({ paging: { after: 'x', next: undefined } })), ['/list']);
});

test('numbered pages link to the first page and to the next one', (t) => {
  const linksOf = (page: number, pages: number) => linksIn(drawn({ paging: { page, pages } }));
  t.deepEqual(linksOf(1, 1), []);
  t.deepEqual(linksOf(1, 3), ['/list?after=2']);
  t.deepEqual(linksOf(2, 3), ['/list', '/list?after=3']);
  t.deepEqual(linksOf(3, 3), ['/list']);
});

test('an empty page after the last one links to the first page', (t) => {
  t.deepEqual(linksIn(drawn({ isEmpty: true, paging: { page: 9, pages: 3 } })), ['/list']);
});

test('any value that is no number of a page means the first page', (t) => {
  t.is(pageNumberOf({ after: '7' }), 7);
  for (const after of ['0', '-1', '1.5', 'x', '100001']) t.is(pageNumberOf({ after }), 1, after);
  t.is(pageNumberOf({}), 1);
});

test('a search is trimmed and cut, and an empty one is none', (t) => {
  t.is(searchOf({ search: ' acme ' }), 'acme');
  t.is(searchOf({ search: 'a'.repeat(300) })?.length, 200);
  t.is(searchOf({ search: ' ' }), undefined);
  t.is(searchOf({}), undefined);
});

test('the cell of a name can have a link and a note', (t) => {
  t.is(renderPart(<NameCell text="Acme" />, 'en'), '<bdi>Acme</bdi>');
  t.is(
    renderPart(<NameCell text="Acme" href="/acme" note="acme" />, 'en'),
    '<a href="/acme"><bdi>Acme</bdi></a><span class="soft"><bdi>acme</bdi></span>',
  );
});
