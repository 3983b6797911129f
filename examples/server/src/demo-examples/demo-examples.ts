import type { ApiExamples, ExampleRequest, ExampleToken, IdentityServer } from '@org/identity-server';
import { demoData } from '../demo-data.js';
import { type DemoIds, findDemoIds } from './demo-ids.js';
import { demoRequests } from './demo-requests.js';

const redirectUri = 'http://localhost:8080/callback';

const clientOf = (id: string): ExampleToken['client'] => {
  const client = demoData.clients.find((each) => each.id === id);
  if (!client || !('secret' in client)) throw new Error(`The demo data has no client ${id} with a secret.`);
  return { id, secret: client.secret };
};

const tokens: readonly ExampleToken[] = [
  { variable: 'TOKEN', client: clientOf('demo-machine') },
  { variable: 'PLATFORM_TOKEN', client: clientOf('platform-machine') },
  { variable: 'USER_TOKEN', client: clientOf('demo-web'), user: { email: 'owner@acme.test', redirectUri } },
  { variable: 'MEMBER_TOKEN', client: clientOf('demo-web'), user: { email: 'member@acme.test', redirectUri } },
];

/** Real values for the examples of the API reference, from the demo data as it is now. */
export async function demoExamples({ db }: Pick<IdentityServer, 'db'>): Promise<ApiExamples> {
  const ids = await findDemoIds(db);
  const requests = demoRequests(ids);
  return {
    tokens,
    firstCall: '/api/tenants/{id}',
    values: valuesOf(ids),
    requestOf: ({ method, path }) => {
      const own = requests[`${method.toUpperCase()} ${path}`];
      return { token: tokenOf(path), ...missingIn(path, ids), ...own };
    },
  };
}

function tokenOf(path: string): string {
  if (path.startsWith('/api/platform/') || path.startsWith('/api/licensing/')) return 'PLATFORM_TOKEN';
  return path.startsWith('/api/integration/') ? 'TOKEN' : 'USER_TOKEN';
}

/** The values of parameters. What does not exist yet is left out: the placeholder stays. */
function valuesOf({ created, ...ids }: DemoIds): Record<string, string> {
  const values = { ...ids.fixed, ...ids.found, ...created };
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const creators: Readonly<Record<keyof DemoIds['created'], string>> = {
  invitationId: 'POST /api/tenants/{id}/invitations',
  requestId: 'POST /api/integration/licenses/request',
  ruleId: 'POST /api/tenants/{id}/license-rules',
  leaseId: 'POST /api/integration/licenses/lease',
  webhookId: 'POST /api/tenants/{id}/webhooks',
  groupId: 'POST /api/tenants/{id}/groups',
  connectionId: 'POST /api/tenants/{id}/connections',
  domainId: 'POST /api/tenants/{id}/domains',
  directoryId: 'POST /api/tenants/{id}/directories',
  apiId: 'POST /api/platform/apis',
};

/** The demo data has no webhooks, requests, …: the reader creates one first, by another example. */
function missingIn(path: string, { created, platformWebhookId }: DemoIds): ExampleRequest {
  if (path.startsWith('/api/platform/webhooks/{webhookId}'))
    return platformWebhookId === undefined
      ? { note: noteOf('POST /api/platform/webhooks') }
      : { values: { webhookId: platformWebhookId }, ...listed(path) };
  const missing = Object.entries(creators).find(
    ([name]) => path.includes(`{${name}}`) && created[name as keyof DemoIds['created']] === undefined,
  );
  if (missing) return { note: noteOf(missing[1]) };
  return listed(path);
}

/** Sessions, deliveries and entries of queues come and go. */
function listed(path: string): ExampleRequest {
  const [id] = /\{(?:session|delivery|entry)Id\}/u.exec(path) ?? [];
  return id === undefined ? {} : { note: `Take the id from GET ${path.slice(0, path.indexOf(id) - 1)}.` };
}

const noteOf = (creator: string) =>
  `The demo data has none yet. Run the example of ${creator} first, then load this page again for its id.`;
