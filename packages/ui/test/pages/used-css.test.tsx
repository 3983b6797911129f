import test from 'ava';
import { compactCss } from '../../src/pages/compact-css.js';
import { cspHash } from '../../src/pages/csp-hash.js';
import { Layout } from '../../src/pages/layout.js';
import { pageHeadersOf, renderPage } from '../../src/pages/render-page.js';
import { stylesheet } from '../../src/pages/stylesheet.js';
import { withUsedCss } from '../../src/pages/used-css.js';

const brand = { productName: 'Test' };
const styles = compactCss(`
p { margin: 0; }
.one { color: red; }
.one .two { color: green; }
.two, .three { color: blue; }
.one:not(.four) { top: 0; }
.one:is(.four, .five) { top: 1px; }
.one:has(> .two) { top: 2px; }
.one a::after { content: "$&" / ""; }
@media (max-width: 640px) {
  .two { display: none; }
}
@media print {
  .one { display: none; }
  .two { display: block; }
}
`);

function shown(className: string) {
  const page = (
    <Layout title="Page" brand={brand} styles={styles}>
      <p class={className}>Text</p>
    </Layout>
  );
  return withUsedCss(renderPage(page), pageHeadersOf({}, styles), styles);
}
const sheetsIn = (html: string) => [...html.matchAll(/<style>([\s\S]*?)<\/style>/gu)].map(([, css = '']) => css);

test('a page has the rules of its classes, and those without classes', (t) => {
  const rules = [
    'p{margin:0}',
    '.one{color:red}',
    '.one:not(.four){top:0}',
    '.one:is(.four,.five){top:1px}',
    '.one a::after{content:"$&" / ""}',
    '@media print{.one{display:none}}',
  ];
  t.is(sheetsIn(shown('one').html)[1], rules.join(''));
  t.true(sheetsIn(shown('three').html)[1]?.includes('.three{color:blue}'), 'without the other selectors of a rule');
  t.is(sheetsIn(shown('one two three').html)[1], styles);
});

test('the policy allows exactly the CSS of the page', (t) => {
  const { html, headers } = shown('one');
  const policy = String(headers['Content-Security-Policy']);
  const hashes = sheetsIn(html).map((css) => `'${cspHash(css)}'`);
  t.true(policy.includes(`style-src ${hashes.join(' ')};`), policy);
  t.is(hashes.length, 2);
});

test('the style sheet of all pages loses rules of other pages only', (t) => {
  const [used = ''] = sheetsIn(shown('one').html);
  t.true(used.length < stylesheet.length);
  t.true(used.includes(':root{'));
  t.true(used.includes('.brand'), 'the classes of the layout stay');
  t.false(used.includes('.choices'));
});
