import { jpegImage, pngChunk, pngImage, webpImage } from '@org/identity-testing/sample-images';
import test from 'ava';
import { type Visitor, visitAs, visitors } from '../support/console-visitors.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { type UploadFields, upload } from '../support/uploads.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const imagesOf = (tenantId: string) =>
  server.identity.db.tenantImage.findMany({ where: { tenantId }, orderBy: { kind: 'asc' } });
const urlsIn = (html: string) => [...new Set(html.match(/\/brand-images\/[\w.]+/gu) ?? [])];
const changesOf = async (tenantId: string) =>
  (await server.identity.db.event.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })).map(({ type, data }) => [
    type,
    data,
  ]);

async function scene(visitor: Visitor = 'owner') {
  const tenant = await freshTenant(server);
  const settings = `/console/${tenant.slug}/settings`;
  const visit = await visitAs(server, tenant, visitor);
  return { tenant, settings, path: `${settings}/images`, visit };
}

const statusOf: Record<Visitor, number> = {
  owner: 303,
  admin: 303,
  'super admin': 303,
  member: 403,
  'owner of another tenant': 404,
};
for (const visitor of visitors) {
  const status = statusOf[visitor];
  test(`a logo is ${status === 303 ? 'uploaded and removed' : 'refused'}: ${visitor}`, async (t) => {
    const { tenant, path, visit } = await scene(visitor);
    t.is((await upload(visit, path, [['logo', pngImage()]])).status, status);
    t.is((await imagesOf(tenant.id)).length, status === 303 ? 1 : 0);
    if (status !== 303) {
      const data = { tenantId: tenant.id, kind: 'logo', type: 'png', hash: Buffer.alloc(32), content: Buffer.alloc(1) };
      await server.identity.db.tenantImage.create({ data: { ...data, kind: 'logo', type: 'png' } });
    }
    t.is((await visit.post(path, { remove: 'logo' })).status, status);
    t.is((await imagesOf(tenant.id)).length, status === 303 ? 0 : 1);
  });
}

test('uploaded images are shown on the page, replaced and removed, and each change is an event', async (t) => {
  const { tenant, settings, path, visit } = await scene('admin');
  t.regex((await visit.open(settings)).html, /<input id="field-logo" type="file" name="logo"[^>]* required/u);
  const first = pngImage({ colour: 'aa0011' });
  const saved = await upload(visit, path, [['logo', first]]);
  t.is(saved.location, `${settings}?done=logo-saved`);
  const page = await visit.open(String(saved.location));
  t.true(page.html.includes('The logo was saved.'));
  const [url = ''] = urlsIn(page.html);
  t.is((await get(url)).status, 200);
  t.is((await upload(visit, path, [['logo', first]])).status, 303, 'the same again changes nothing');
  t.is((await upload(visit, path, [['logo', jpegImage]])).status, 303);
  t.is((await upload(visit, path, [['favicon', webpImage]])).location, `${settings}?done=favicon-saved`);
  const both = urlsIn((await visit.open(settings)).html);
  t.deepEqual(both.map((found) => found.split('.').at(-1)).toSorted(), ['jpeg', 'webp']);
  t.false(both.includes(url));
  t.is((await get(url)).status, 404, 'the first logo is gone');
  t.is((await visit.post(path, { remove: 'logo' })).location, `${settings}?done=logo-removed`);
  t.is((await visit.post(path, { remove: 'favicon' })).location, `${settings}?done=favicon-removed`);
  t.is((await visit.post(path, { remove: 'favicon' })).status, 303, 'once more changes nothing');
  t.deepEqual(urlsIn((await visit.open(settings)).html), []);
  t.deepEqual(
    await changesOf(tenant.id),
    ['logo', 'logo', 'favicon', 'logo', 'favicon'].map((kind) => ['tenant.updated', { changed: [kind] }]),
  );
});

const get = (path: string, init: RequestInit = {}) => fetch(new URL(path, server.issuer), init);

for (const [type, file] of Object.entries({ png: pngImage({ colour: '123456' }), jpeg: jpegImage, webp: webpImage })) {
  test(`a ${type} image is served to everybody as what it is, and as nothing else`, async (t) => {
    const { tenant, settings, path, visit } = await scene();
    // Neither the name nor the type that the browser sends matters.
    t.is((await upload(visit, path, [['logo', file, 'logo.html']])).status, 303);
    const [url = ''] = urlsIn((await visit.open(settings)).html);
    const { status, headers, ...response } = await readFile(url);
    t.is(status, 200);
    t.is(headers.get('content-type'), `image/${type}`);
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.is(headers.get('content-security-policy'), "default-src 'none'; sandbox");
    t.is(headers.get('content-disposition'), `inline; filename="image.${type}"`);
    t.is(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    t.deepEqual(headers.getSetCookie(), []);
    t.deepEqual(response.body, Buffer.from((await imagesOf(tenant.id))[0]?.content ?? []));
    t.is((await get(url, { method: 'HEAD' })).headers.get('content-length'), String(response.body.length));
    for (const other of [url.replace(/\.\w+$/u, '.html'), url.replace(/\.\w+$/u, ''), url.slice(0, -9), `${url}/x`])
      t.is((await get(other)).status, 404, other);
    t.is((await get(url, { method: 'POST' })).status, 404);
  });
}

async function readFile(url: string) {
  const response = await get(url);
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const large = (size: number) => pngImage({ more: [pngChunk('teSt', Buffer.alloc(size))] });
const hostile: Record<string, readonly [fields: UploadFields, status: number, text: string]> = {
  'an SVG image': [[['logo', svg, 'logo.svg']], 422, 'not a PNG, JPEG or WebP image'],
  'an SVG image that is called .png': [[['logo', svg]], 422, 'not a PNG, JPEG or WebP image'],
  'a GIF image': [[['logo', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')]], 422, 'not a PNG, JPEG or WebP image'],
  'HTML that begins as PNG': [
    [['logo', Buffer.concat([pngImage().subarray(0, 8), Buffer.from('<script>alert(1)</script>')])]],
    422,
    'contains more than an image',
  ],
  'an image with HTML behind it': [
    [['logo', Buffer.concat([pngImage(), Buffer.from('<script>alert(1)</script>')])]],
    422,
    'contains more than an image',
  ],
  'a file of 257 KB': [[['logo', large(257 * 1024)]], 413, 'at most 256 KB'],
  'a file of 5 MB': [[['logo', large(5 * 1024 * 1024)]], 413, 'at most 256 KB'],
  'an image of 30,000 × 30,000 pixels': [
    [['logo', pngImage({ stated: { width: 30_000, height: 30_000 } })]],
    422,
    'at most 2048 × 2048 pixels',
  ],
  'half an image': [[['logo', jpegImage.subarray(0, jpegImage.length / 2)]], 422, 'damaged'],
  'an empty file': [[['logo', Buffer.alloc(0)]], 422, 'not a PNG, JPEG or WebP image'],
  'no file': [[['logo', Buffer.alloc(0), '']], 422, 'Choose a file first.'],
  'a form without fields': [[], 422, 'Choose a file first.'],
  'a text instead of a file': [[['logo', 'text']], 422, 'Choose a file first.'],
  'two files': [
    [
      ['logo', pngImage()],
      ['favicon', pngImage()],
    ],
    422,
    'one file at a time',
  ],
  'a file of another kind': [[['banner', pngImage()]], 422, 'one file at a time'],
  'two files in one field': [
    [
      ['logo', pngImage()],
      ['logo', pngImage()],
    ],
    400,
    '',
  ],
  'many fields': [Array.from({ length: 30 }, (_, index) => [`f${index}`, 'x'] as const), 400, ''],
  'a NUL in a field': [
    [
      ['more', 'a\0b'],
      ['logo', pngImage()],
    ],
    422,
    '',
  ],
};
for (const [what, [fields, status, text]] of Object.entries(hostile)) {
  test(`${what} is refused with a page that says so`, async (t) => {
    const { tenant, path, visit } = await scene();
    const refused = await upload(visit, path, fields);
    t.is(refused.status, status);
    t.true(refused.html.startsWith('<!doctype html>'));
    t.true(refused.html.includes(text), refused.html.slice(-3000));
    if (text !== '') t.true(refused.html.includes('name="logo"'), 'the form is there for another file');
    t.deepEqual(await imagesOf(tenant.id), []);
    t.deepEqual(await changesOf(tenant.id), []);
  });
}

test('a form with another token, or of another site, is refused', async (t) => {
  const { tenant, path, visit } = await scene();
  const logo: UploadFields = [['logo', pngImage()]];
  for (const formToken of ['', 'wrong']) t.is((await upload(visit, path, logo, { formToken })).status, 400);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }])
    t.is((await upload(visit, path, logo, { headers })).status, 400);
  t.is((await visit.post(path, { formToken: 'wrong', remove: 'logo' })).status, 400);
  t.deepEqual(await imagesOf(tenant.id), []);
});

test('a form that is no form, or is compressed, is refused', async (t) => {
  const { tenant, path, visit } = await scene();
  const url = new URL(path, server.issuer);
  const type = 'multipart/form-data; boundary=x';
  const bodies = [
    '',
    'x',
    '--x',
    '--x--',
    '--x\r\n\r\n\r\n--x--',
    '--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--',
  ];
  for (const [contentType, body] of [
    ...bodies.map((each) => [type, each]),
    ['multipart/form-data', '--x--'],
  ] as const) {
    const response = await visit.browser.request('POST', url, body, { 'content-type': contentType });
    t.true([400, 422].includes(response.status), `${JSON.stringify(body)}: ${response.status}`);
  }
  const headers = { 'content-type': type, 'content-encoding': 'gzip' };
  t.is((await visit.browser.request('POST', url, '--x--', headers)).status, 415);
  t.deepEqual(await imagesOf(tenant.id), []);
});

test('other pages accept no files', async (t) => {
  const { settings, visit } = await scene();
  t.is((await upload(visit, settings, [['name', 'Renamed']])).status, 415);
});

test('who is not signed in is sent to the sign-in, whatever the file', async (t) => {
  const { tenant, path } = await scene();
  const body = new FormData();
  body.append('logo', new Blob([new Uint8Array(large(1024 * 1024))]), 'logo.png');
  const response = await get(path, { method: 'POST', body, redirect: 'manual' });
  t.is(response.status, 303);
  t.regex(response.headers.get('location') ?? '', /^\/oauth\/authorize\?/u);
  t.deepEqual(await imagesOf(tenant.id), []);
});

test('the images end with their tenant, and those of others stay', async (t) => {
  const { tenant, settings, path, visit } = await scene();
  const other = await scene();
  for (const each of [{ visit, path }, other])
    await upload(each.visit, each.path, [['logo', pngImage({ colour: 'aa0022' })]]);
  const [url = ''] = urlsIn((await visit.open(settings)).html);
  const remove = async ({ id, slug, owner }: typeof tenant) =>
    send(server.issuer, 'DELETE', `/api/tenants/${id}`, await tokenOf(server.issuer, owner.email, slug));
  t.is((await remove(tenant)).status, 200);
  t.deepEqual(await imagesOf(tenant.id), []);
  t.is((await get(url)).status, 200, 'the other tenant has the same logo');
  await server.identity.db.tenant.update({ where: { id: other.tenant.id }, data: { closingAt: new Date() } });
  t.is((await get(url)).status, 404);
});

test('the API does not change: settings have the logo URL only, and an uploaded logo is used before it', async (t) => {
  const { tenant, settings, path, visit } = await scene();
  const brand = { logoUrl: 'https://acme.test/logo.png' };
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { settings: { brand } } });
  t.true(
    (await visit.open(`/console/${tenant.slug}`)).html.includes('class="place-logo" src="https://acme.test/logo.png"'),
  );
  await upload(visit, path, [['logo', pngImage()]]);
  const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const { body } = await send(server.issuer, 'GET', `/api/tenants/${tenant.id}`, token);
  t.deepEqual(body['settings'], { brand });
  const page = await visit.open(settings);
  t.regex(page.html, /<img class="place-logo" src="\/brand-images\/[\da-f]{64}\.png" alt="Fresh"/u);
  t.false(page.html.includes('src="https://acme.test'));
});

test('the page is German for those who read German', async (t) => {
  const { tenant, path, visit } = await scene();
  await server.identity.db.user.update({ where: { id: tenant.owner.userId }, data: { locale: 'de' } });
  t.true((await upload(visit, path, [['logo', svg]])).html.includes('kein PNG-, JPEG- oder WebP-Bild'));
  t.true((await upload(visit, path, [['logo', large(600_000)]])).html.includes('höchstens 256 KB'));
});
