import test from 'ava';
import { BrandOption, brandInMail, brandOfTenant } from '../../src/brand/brand-option.js';

const product = BrandOption.parse({
  logo: { url: 'https://cdn.test/own.png', alt: 'Own' },
  accent: { light: '#5b2a9d' },
});
const path = (type: string) => `/brand-images/${'0a'.repeat(32)}.${type}`;
const issuer = 'https://id.test/base';

test('an uploaded logo is used before a URL, and an icon alone is a look as well', (t) => {
  const images = { logo: path('png'), favicon: path('webp') };
  const look = brandOfTenant(product, { logoUrl: 'https://acme.test/logo.png', images });
  t.like(look, { logo: { url: path('png') }, favicon: path('webp'), ofTenant: true, productName: product.productName });
  t.like(brandOfTenant(product, { images: { favicon: path('jpeg') } }), { logo: product.logo, ofTenant: true });
});

test('an image with any other path counts as not set', (t) => {
  const wrong = [
    '/account',
    `//evil.test${path('png')}`,
    path('svg'),
    `${path('png')}?x`,
    'javascript:alert(1)',
    7,
    null,
  ];
  for (const logo of wrong) t.is(brandOfTenant(product, { images: { logo } }), product, String(logo));
  for (const images of [null, undefined, 'x', []]) t.is(brandOfTenant(product, { images }), product);
});

test('the known name is shown only with a look, and a name of the look comes first', (t) => {
  t.is(brandOfTenant(product, {}, 'Acme Inc.'), product);
  t.is(brandOfTenant(product, { accentColor: '#9d1c4a' }, 'Acme Inc.').tenantName, 'Acme Inc.');
  t.is(brandOfTenant(product, { name: 'Acme', accentColor: '#9d1c4a' }, 'Acme Inc.').tenantName, 'Acme');
  t.is(brandOfTenant(product, { accentColor: '#9d1c4a' }).tenantName, undefined);
});

test('a mail has whole URLs of our own host, and no logo of any other', (t) => {
  const mail = (brand: unknown, name = 'Acme') => brandInMail(product, { name, brand }, issuer);
  t.is(mail({}), product);
  t.is(mail(undefined), product);
  t.deepEqual(mail({ images: { logo: path('png') } }).logo, { url: `${issuer}${path('png')}`, alt: '' });
  for (const logoUrl of ['https://acme.test/logo.png', 'data:image/png;base64,AAAA'])
    t.is(mail({ logoUrl }).logo, undefined);
  t.is(mail({ name: 'Acme' }).logo, undefined, 'the name of a tenant is not beside the logo of the product');
  t.is(mail({ accentColor: '#9d1c4a' }, 'evil.test').tenantName, 'evil.\u200atest', 'a name is no link');
});
