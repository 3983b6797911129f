import { readdirSync } from 'node:fs';
import { send } from '@org/identity-testing/send';
import test from 'ava';
import { renderGuide } from '../../src/guides/render-guide.js';
import { startExample } from '../support/start-example.js';

const docs = new URL('../../../../../docs/', import.meta.url);

const statusOf = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).status;

test('every guide is a page with the strict policy, and its links and pictures lead somewhere', async (t) => {
  const url = await startExample(t, {}, { withDemoData: false });
  const names = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  t.true(names.length > 50);
  const pages = new Map<string, string>();
  for (const name of names) {
    const response = await fetch(`${url}/guides/${name}`);
    t.is(response.status, 200, name);
    const policy = response.headers.get('content-security-policy') ?? '';
    t.regex(policy, /^default-src 'none'; style-src 'sha256-/u, name);
    t.notRegex(policy, /unsafe|script-src/u, name);
    pages.set(`/guides/${name}`, await response.text());
  }
  const broken: string[] = [];
  const pictures = new Set<string>();
  for (const [path, html] of pages) {
    t.notRegex(html, /<script|<!--| style="| on\w+="/u, path);
    const [, article = ''] = /<article[^>]*>(.*)<\/article>/su.exec(html) ?? [];
    for (const [, href = ''] of article.matchAll(/<a href="([^"]+)"/gu)) {
      const target = new URL(href, `${url}${path}`);
      if (target.origin !== url || !target.pathname.startsWith('/guides/')) continue;
      const found = pages.get(target.pathname);
      const anchor = decodeURIComponent(target.hash.slice(1));
      if (!found || (anchor && !found.includes(`id="${anchor}"`))) broken.push(`${path}: ${href}`);
    }
    for (const [, source = ''] of article.matchAll(/<img src="([^"]+)"/gu))
      pictures.add(new URL(source, `${url}${path}`).href);
  }
  t.deepEqual(broken, []);
  t.true(pictures.size > 10);
  for (const picture of pictures) {
    const response = await fetch(picture);
    t.regex(response.headers.get('content-type') ?? '', /^image\/(?:png|svg\+xml)/u, picture);
    await response.arrayBuffer();
  }
});

test('the commands of a guide name the server that shows it', async (t) => {
  const url = await startExample(t, {}, { withDemoData: false });
  const html = await (await fetch(`${url}/guides/guides/api.md`)).text();
  t.true(html.includes(`curl ${url}/.well-known/openid-configuration`));
  t.false(html.includes('localhost:3000'));
});

test('only the guides and their pictures are served, and only in development under a loopback name', async (t) => {
  const url = await startExample(t, {}, { withDemoData: false });
  for (const path of [
    '/guides',
    '/guides/',
    '/guides/nothing.md',
    '/guides/guides',
    '/guides/README',
    '/guides/images/',
  ])
    t.is(await statusOf(`${url}${path}`), 404, path);
  const port = Number(new URL(url).port);
  // `fetch` would remove the dots.
  for (const target of [
    '/guides/../package.json',
    '/guides/../README.md',
    '/guides/%2e%2e/README.md',
    '/guides/..%2fREADME.md',
  ])
    t.is((await send(port, { target, headers: { accept: 'text/html' } })).status, 404, target);
  const other = { target: '/guides/README.md', headers: { host: 'evil.example', accept: 'text/html' } };
  t.is((await send(port, other)).status, 404);

  const production = await startExample(
    t,
    { NODE_ENV: 'production', ALLOW_HTTP_ISSUER: 'true' },
    { withDemoData: false },
  );
  t.is(await statusOf(`${production}/guides/README.md`), 404);
});

test('HTML, scripts and links out of the folder do not get into a guide', (t) => {
  const { html, title, sections } = renderGuide(
    [
      '# A `code` title',
      '<script>alert(1)</script>',
      '',
      'Text <b onclick="alert(1)">bold</b> [bad](javascript:alert(1)) [out](../../package.json) [in](look.md#a)',
      '',
      '## Part one, and two',
      '## Part one, and two',
      '```html',
      '<script>shown</script>',
      '```',
    ].join('\n'),
    'guides/example.md',
  );
  t.is(title, 'A code title');
  t.deepEqual(
    sections.map(({ id }) => id),
    ['part-one-and-two', 'part-one-and-two-1'],
  );
  t.notRegex(html, /<script|onclick|javascript:|package\.json/u);
  t.true(html.includes('<a href="look.md#a">in</a>'));
  t.true(html.includes('&lt;script&gt;shown'));
});
