import { createHash } from 'node:crypto';
import {
  type Brand,
  contrastOf,
  darkAccentOf,
  isReadable,
  Layout,
  pageHeaders,
  pageHeadersOf,
  renderPage,
  surfacesOf,
} from '@org/identity-ui';
import test from 'ava';
import { BrandOption, brandOfTenant, LogoUrl, TenantBrand } from '../../src/brand/brand-option.js';

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

for (const name of [
  'Win at https://evil.example/x',
  'www.evil.example',
  'Acme \u202eecilA',
  'Acme\nmore',
  'x'.repeat(61),
]) {
  test(`${JSON.stringify(name)} is no name of a tenant's look, and is not shown where it is stored already`, (t) => {
    t.deepEqual(
      TenantBrand.safeParse({ name }).error?.issues.map(({ path }) => path),
      [['name']],
    );
    const brand = brandOfTenant({ productName: 'Product' }, { name, accentColor: violet });
    t.is(brand.tenantName, undefined);
    t.deepEqual(brand.accent, { light: violet }, 'the rest of the look stays');
    t.true(draw(brand).includes('<bdi>Product</bdi>'));
  });
}

const backgrounds = [
  { light: '#fdf6ec' },
  { dark: '#14101f' },
  { light: '#ffffff', dark: '#000000' },
  { light: '#f3ecff', dark: '#1b1033' },
];
for (const background of backgrounds) {
  test(`every text on the background ${JSON.stringify(background)} can be read, and its style is permitted`, (t) => {
    const brand = BrandOption.parse({ background, accent: { light: violet } });
    const html = draw(brand);
    const [, css = ''] = stylesIn(html);
    for (const colour of Object.values(background)) t.true(css.includes(`--ground:${colour}`), css);
    const hash = createHash('sha256').update(css).digest('base64');
    t.true(String(pageHeadersOf(brand)['Content-Security-Policy']).includes(`'sha256-${hash}'`));
    for (const look of ['light', 'dark'] as const) {
      const { ground, card, field, outline } = surfacesOf(look, background);
      for (const text of look === 'light' ? ['#15201b', '#52605a'] : ['#e7eeea', '#a5b3ac'])
        for (const surface of [ground, card]) t.true(contrastOf(text, surface) >= 4.5, `${text} on ${surface}`);
      for (const surface of [card, field]) t.true(contrastOf(outline, surface) >= 3, `${outline} on ${surface}`);
    }
  });
}

const refused: [string, object, RegExp][] = [
  ['a background on which text cannot be read', { background: { light: '#808080' } }, /4\.5:1, so it must be lighter/u],
  ['a light background by night', { background: { dark: '#eeeeee' } }, /4\.5:1, so it must be darker/u],
  [
    'a background on which the accent cannot be read',
    { background: { light: '#eadcff' }, accent: { light: '#77619c' } },
    /cannot be used with this accent/u,
  ],
  ['a background that is no colour', { background: { light: 'url(//evil.example)' } }, /must be a colour/u],
  ['an unknown look', { background: { sepia: '#ffffff' } }, /sepia/u],
  ['a favicon over http', { favicon: 'http://cdn.example/icon.png' }, /must be an https URL/u],
  ['a script as favicon', { favicon: 'javascript:alert(1)' }, /must be an https URL/u],
  ['a favicon that is too large', { favicon: `data:image/png;base64,${'A'.repeat(40_000)}` }, /32 KB/u],
  ['a negative radius', { radius: -1 }, /whole number from 0 to 24/u],
  ['a radius that is too large', { radius: 25 }, /whole number from 0 to 24/u],
  ['half a pixel', { radius: 1.5 }, /whole number from 0 to 24/u],
  ['a radius as text', { radius: '8px' }, /number/u],
  ['another place for the product', { poweredBy: 'footer' }, /./u],
];
for (const [what, option, words] of refused) {
  test(`${what} is refused with a sentence`, (t) => {
    t.regex(String(BrandOption.safeParse(option).error), words);
  });
}

for (const font of [
  'Inter, Arial, sans-serif',
  '"Open Sans", Arial',
  "'IBM Plex Sans',sans-serif",
  '-apple-system, serif',
]) {
  test(`${font} is taken as a font and is on the page`, (t) => {
    const brand = BrandOption.parse({ font, radius: 0 });
    t.true(draw(brand).includes(`:root{--radius:0px;--font:${font}}</style>`));
  });
}

for (const font of [
  '',
  'Arial;}body{display:none',
  'Arial</style><script>alert(1)</script>',
  'url(https://evil.example)',
  '"Open Sans',
  'Open"Sans',
  'Arial\\',
  'Arial/*',
  'Arial, ',
  'expression(alert(1))',
  'Ärial',
  'A\nB',
  'a'.repeat(301),
]) {
  test(`${JSON.stringify(font.slice(0, 40))} is refused as a font`, (t) => {
    t.regex(String(BrandOption.safeParse({ font }).error), /font names|<=300/u);
  });
}

test('the favicon is the given one, or our mark in the accent colour', (t) => {
  t.true(draw(BrandOption.parse({ favicon: png })).includes(`<link rel="icon" href="${png}"`));
  const icon = (brand: Brand) => /<link rel="icon" href="([^"]+)"/u.exec(draw(brand))?.[1];
  t.not(icon(BrandOption.parse({ accent: { light: violet } })), icon(BrandOption.parse({})));
  t.regex(String(pageHeaders['Content-Security-Policy']), /img-src 'self' data: https:/u);
});

test('the operator can leave the product out of the foot; a tenant cannot', (t) => {
  const names = (brand: Brand) => /<footer.*<bdi>Product<\/bdi>/su.test(draw(brand));
  const tenantLook = { name: 'Acme', accentColor: violet };
  for (const [poweredBy, alone, withTenant] of [
    [undefined, true, true],
    [true, true, true],
    ['tenants', false, true],
    [false, false, false],
  ] as const) {
    const brand = BrandOption.parse({ productName: 'Product', poweredBy });
    t.is(names(brand), alone, String(poweredBy));
    t.is(names(brandOfTenant(brand, tenantLook)), withTenant, String(poweredBy));
    t.is(names(brandOfTenant(brand, {})), alone, String(poweredBy));
  }
  t.false(TenantBrand.safeParse({ poweredBy: false }).success);
});

test("a tenant's colour that cannot be read on the background of the product is not used", (t) => {
  const brand = BrandOption.parse({ background: { light: '#e0d8ea' } });
  const html = draw(brandOfTenant(brand, { name: 'Acme', accentColor: '#6e6a76' }));
  t.true(isReadable('#6e6a76', 'light'));
  t.false(html.includes('#6e6a76'));
  t.true(html.includes('<bdi>Acme</bdi>'));
});
