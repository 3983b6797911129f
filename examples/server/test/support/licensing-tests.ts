import test from 'ava';
import { type LicensedTenant, licensedTenant, machineToken } from './licensing-api.js';
import { addMember, send } from './tenant-api.js';
import { startTestServer, type TestServer } from './test-server.js';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
let platform: string;
test.before(async () => {
  server = await startTestServer();
  platform = await machineToken(server, null);
});
test.after.always(() => server?.stop());

export const licenses = '/api/integration/licenses';
export const admin = '/api/licensing';
export const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;

interface Scene {
  tenant: LicensedTenant;
  call(method: string, path: string, body?: unknown): ReturnType<typeof send>;
  member(): Promise<string>;
}

/** A tenant with seats of CRM, and the token of its machine. */
export async function scene(quantity: number, type?: string): Promise<Scene> {
  const tenant = await licensedTenant(server, quantity, type);
  const token = await machineToken(server, tenant.id);
  return {
    tenant,
    call: (method, path, body) => send(server.issuer, method, path, token, body),
    member: async () => (await addMember(server, tenant.id, 'member')).userId,
  };
}
/** Calls the API with the token of a platform machine. */
export const asPlatform = (method: string, path: string, body?: unknown) =>
  send(server.issuer, method, path, platform, body);

/** The status and the error code of a response. */
export const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['error']];
