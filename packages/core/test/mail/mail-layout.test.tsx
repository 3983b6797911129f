import { type Brand, composeMail } from '@org/identity-ui';
import test from 'ava';
import { BrandOption } from '../../src/brand/brand-option.js';

const href = `https://id.example.com/invitations/${'x'.repeat(43)}?a=1&b=2`;
const mailOf = (brand: Brand) =>
  composeMail({
    email: 'ann@example.com',
    brand,
    title: 'Join Acme',
    message: 'Hello',
    action: { href, label: 'Join' },
    after: 'Bye',
  });

test('the URL below the button is a link that wraps anywhere', (t) => {
  const { html, text } = mailOf(BrandOption.parse({}));
  const escaped = href.replace('&', '&amp;');
  const links = [...html.matchAll(/<a href="([^"]+)" style="([^"]+)">([^<]+)<\/a>/gu)];
  t.deepEqual(
    links.map(([, target]) => target),
    [escaped, escaped],
  );
  t.is(links[1]?.[3], escaped);
  t.regex(String(links[1]?.[2]), /word-break:break-all/u);
  t.regex(html, /<meta name="viewport" content="width=device-width/u);
  t.true(text.includes(href));
});

test('a mail has the accent, background, corners, font and logo of the brand', (t) => {
  const logo = { url: 'https://cdn.example/logo.png', alt: 'Northwind' };
  const option = {
    accent: { light: '#5b2a9d' },
    background: { light: '#f5f0fb' },
    radius: 4,
    font: '"Open Sans", Arial',
  };
  const { html } = mailOf(BrandOption.parse({ productName: 'Northwind', logo, ...option }));
  for (const part of [
    'background:#5b2a9d',
    'background:#f5f0fb',
    'border-radius:6px',
    'border-radius:4px',
    'font-family:&quot;Open Sans&quot;, Arial',
    '<img src="https://cdn.example/logo.png" alt="Northwind"',
  ])
    t.true(html.includes(part), part);
});

test('a logo that mail programs would not show is left out', (t) => {
  const logo = { url: 'data:image/png;base64,AAAA', alt: '' };
  t.false(mailOf(BrandOption.parse({ logo })).html.includes('<img'));
});
