import { createHash } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { enterPassword } from './sign-in.js';
import type { TestServer } from './test-server.js';

export const acme = '019a0000-0000-7000-8000-0000000000c1';
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** What a device gets when it asks for a code. */
export interface AskingDevice {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
}

/** Adds a public client for devices. */
export async function addDeviceClient(
  { identity: { db } }: TestServer,
  fields: { id?: string; firstParty?: boolean; deviceFlow?: boolean; name?: string } = {},
): Promise<string> {
  const { id = `tv-${crypto.randomUUID()}`, firstParty = true, deviceFlow = true, name = 'Living room TV' } = fields;
  const redirectUris = ['http://127.0.0.1:8765/callback'];
  const scopes = ['openid', 'profile', 'email', 'offline_access'];
  await db.client.create({ data: { id, name, type: 'SPA', redirectUris, scopes, firstParty, deviceFlow } });
  return id;
}

/** Sends a form as a device does. */
export async function send(
  { issuer }: TestServer,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${issuer}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const text = await response.text();
  return {
    status: response.status,
    body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
    headers: response.headers,
  };
}

/** A device asks for a code. */
export async function askForCode(
  server: TestServer,
  clientId: string,
  { scope = 'openid offline_access', userAgent = 'TestTV/4.2' } = {},
): Promise<AskingDevice> {
  const fields = { client_id: clientId, scope };
  const { status, body } = await send(server, '/api/oauth/device', fields, { 'user-agent': userAgent });
  if (status !== 200) throw new Error(`No code: ${status} ${JSON.stringify(body)}`);
  return body as unknown as AskingDevice;
}

const hashOf = ({ device_code }: Pick<AskingDevice, 'device_code'>) =>
  createHash('sha256').update(device_code).digest();

/** Changes the row of one code. */
export async function changeCode(
  { identity: { db } }: TestServer,
  device: Pick<AskingDevice, 'device_code'>,
  change: string,
): Promise<void> {
  const update = `UPDATE identity.oidc_records SET ${change} WHERE model = 'DeviceCode' AND id_hash = $1`;
  await db.$executeRawUnsafe(update, hashOf(device));
}

/** The row of a code, as text. */
export async function rowOf({ identity: { db } }: TestServer, device: AskingDevice) {
  const rows = await db.$queryRaw<{ hash: string; text: string; interval: number | null }[]>`
    SELECT encode(id_hash, 'hex') AS hash, to_jsonb(r)::text AS text, (payload->>'interval')::int AS interval
    FROM identity.oidc_records r WHERE model = 'DeviceCode' AND id_hash = ${hashOf(device)}`;
  if (!rows[0]) throw new Error('There is no such code.');
  return rows[0];
}

/** The device asks for its tokens, as if it had waited long enough. */
export async function poll(server: TestServer, clientId: string, { device_code }: Pick<AskingDevice, 'device_code'>) {
  await changeCode(server, { device_code }, `payload = payload - 'polledAt'`);
  return pollAtOnce(server, clientId, { device_code });
}

export function pollAtOnce(server: TestServer, clientId: string, { device_code }: Pick<AskingDevice, 'device_code'>) {
  return send(server, '/api/oauth/token', { grant_type: grantType, client_id: clientId, device_code });
}

/** Types a code in. Returns the page that follows. */
export async function typeCode(browser: TestBrowser, code: string): Promise<Page> {
  return browser.submit(await browser.open('/device'), { user_code: code });
}

/** A user types the code and signs in, up to the page that asks whether to allow the device. */
export async function openDevicePage(
  server: TestServer,
  { user_code }: Pick<AskingDevice, 'user_code'>,
  { email = 'owner@acme.test', browser = new TestBrowser(server.issuer) } = {},
): Promise<{ browser: TestBrowser; page: Page }> {
  let page = await typeCode(browser, user_code);
  if (page.html.includes('name="password"')) page = await enterPassword(browser, page, email);
  if (page.html.includes('name="tenant"')) page = await browser.submit(page, { tenant: acme });
  return { browser, page };
}

/** Allows the device. Returns the last page. */
export async function allowDevice(server: TestServer, device: AskingDevice, email?: string): Promise<Page> {
  const { browser, page } = await openDevicePage(server, device, email === undefined ? {} : { email });
  return browser.submit(page, {});
}
