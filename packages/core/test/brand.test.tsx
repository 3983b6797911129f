import { createHash } from 'node:crypto';
import test from 'ava';
import { darkAccentOf, isReadable } from '../src/pages/accent.js';
import { type Brand, BrandOption, brandOfTenant, LogoUrl, TenantBrand } from '../src/pages/brand.js';
import { contrastOf } from '../src/pages/contrast.js';
import { Layout } from '../src/pages/layout.js';
import { pageHeaders, pageHeadersOf, renderPage } from '../src/pages/render-page.js';

const violet = '#5b2a9d';
const svg = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
const png = `data:image/png;base64,${Buffer.from('not looked at').toString('base64')}`;

const draw = (brand: Brand) => renderPage(<Layout title="Sign in" brand={brand} />);
const stylesIn = (html: string) => [...html.matchAll(/<style>(.*?)<\/style>/gsu)].map(([, styles = '']) => styles);

test('contrast is that of WCAG', (t) => {
  t.is(contrastOf('#000000', '#ffffff'), 21);
  t.is(contrastOf('#777777', '#777777'), 1);
  t.is(contrastOf('#777777', '#ffffff').toFixed(2), '4.48');
  t.is(contrastOf('#ff0000', '#ffffff').toFixed(2), '4.00');
});

test('every style element of a page with an accent is permitted by its hash, and nothing else is', (t) => {
  const brand = BrandOption.parse({ accent: { light: violet } });
  const hashes = stylesIn(draw(brand)).map((styles) => createHash('sha256').update(styles).digest('base64'));
  t.is(hashes.length, 2);
  const policy = String(pageHeadersOf(brand)['Content-Security-Policy']);
  t.true(policy.includes(`style-src 'sha256-${hashes[0]}' 'sha256-${hashes[1]}';`), policy);
  t.is(
    pageHeadersOf(brand),
    pageHeadersOf({ accent: { ...brand.accent } as NonNullable<Brand['accent']> }),
    'made once',
  );
  t.is(pageHeadersOf({}), pageHeaders);
});

test('of many colours only so many policies are kept, and each is right', (t) => {
  for (let index = 0; index < 2500; index += 1) {
    const light = `#${index.toString(16).padStart(6, '0')}`;
    const headers = pageHeadersOf({ accent: { light, dark: '#ffffff' } });
    if (index % 500 === 0) t.not(headers, pageHeaders);
  }
  const first = { accent: { light: '#000000', dark: '#ffffff' } };
  const styles = stylesIn(draw({ productName: 'P', ...first }))[1] ?? '';
  const hash = createHash('sha256').update(styles).digest('base64');
  t.true(pageHeadersOf(first)['Content-Security-Policy']?.includes(hash));
});

test('every light accent that is taken has a dark one that can be read', (t) => {
  for (const light of ['#000000', violet, '#0000ff', '#8b0000', '#4d4d00', '#005500']) {
    t.true(isReadable(light, 'light'), light);
    t.true(isReadable(darkAccentOf(light), 'dark'), light);
  }
});

for (const colour of ['#ffffff', '#ffee00', '#7cd3b8', '#7a7a7a', '#ff0000']) {
  test(`${colour} is refused as an accent: too little contrast`, (t) => {
    t.regex(String(BrandOption.safeParse({ accent: { light: colour } }).error), /contrast of 4\.5:1/u);
    t.regex(String(TenantBrand.safeParse({ accentColor: colour }).error), /contrast of 4\.5:1/u);
  });
}

for (const colour of [
  'red',
  '#fff',
  '#12345g',
  '#000000}body{display:none',
  'url(javascript:alert(1))',
  '#0c5f4c;',
  '',
]) {
  test(`"${colour}" is refused as an accent: no such colour`, (t) => {
    t.false(BrandOption.safeParse({ accent: { light: colour } }).success);
    t.false(TenantBrand.safeParse({ accentColor: colour }).success);
    const brand = { productName: 'Product' };
    t.is(brandOfTenant(brand, { accentColor: colour }), brand, 'and ignored where it is stored already');
  });
}

for (const url of ['https://cdn.example/logo.svg', svg, png]) {
  test(`${url.slice(0, 30)} is taken as a logo`, (t) => t.true(LogoUrl.safeParse(url).success));
}

const badLogos = [
  'http://cdn.example/logo.svg',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload="alert(1)">',
  'data:image/gif;base64,R0lGODlh',
  '//cdn.example/logo.svg',
  'logo.svg',
  `https://cdn.example/${'x'.repeat(2000)}`,
  `data:image/png;base64,${'A'.repeat(1024 * 1024)}`,
];
for (const url of badLogos) {
  test(`${url.slice(0, 40)} is refused as a logo (${url.length} characters)`, (t) => {
    t.false(LogoUrl.safeParse(url).success);
    t.false(TenantBrand.safeParse({ logoUrl: url }).success);
  });
}

test('logo, links and names are on the page, and markup in them is not', (t) => {
  const hostile = '"><script>alert(1)</script>';
  const html = draw({
    productName: hostile,
    logo: { url: 'https://cdn.example/logo.svg?a="><script>', alt: hostile },
    links: { homepage: 'https://example.com/', support: 'javascript:alert(1)', privacy: 'https://example.com/privacy' },
    tenantName: hostile,
  });
  t.false(html.includes('<script'));
  t.true(html.includes('<img class="logo" src="https://cdn.example/logo.svg?a=&quot;>'));
  t.true(html.includes('href="https://example.com/privacy"'));
  t.false(html.includes('href="javascript:'));
  t.false(html.includes('class="mark"'));
});

test('a tenant changes name, logo and accent above, and the product stays named below', (t) => {
  const product = BrandOption.parse({ productName: 'Product', links: { support: 'https://help.example' } });
  const brand = brandOfTenant(product, { name: 'Acme', logoUrl: svg, accentColor: violet });
  const html = draw(brand);
  t.regex(html, /<header class="brand"><img class="logo"[^>]*><bdi>Acme<\/bdi>/u);
  t.regex(html, /<footer.*<bdi>Product<\/bdi>.*https:\/\/help\.example/su);
  t.true(html.includes(`--accent:${violet}`));
  t.true(html.includes('<title>Sign in · Product</title>'));
});

for (const found of [undefined, null, 'Acme', [], { colour: 'red' }, { name: '' }, { name: 7 }]) {
  test(`${JSON.stringify(found)} in a tenant's settings changes nothing`, (t) => {
    const brand = { productName: 'Product' };
    t.is(brandOfTenant(brand, found), brand);
  });
}
