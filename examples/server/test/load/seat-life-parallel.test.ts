import { days, passTime } from '@org/identity-testing/pass-time';
import test, { type ExecutionContext } from 'ava';
import { basic, crm, machineToken, pro } from '../support/licensing-api.js';
import { brokenRules, unservedWaiters } from '../support/seat-model/rules.js';
import { addMember, freshTenant, type Member, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startTwoProcesses, type TwoProcesses } from '../support/two-processes.js';

/** `npm run test:seats` runs more of both. */
const rounds = Number(process.env['SEAT_ROUNDS'] ?? 2);
const changes = Number(process.env['SEAT_CHANGES'] ?? 400);

const people = 24;
const types = [basic, pro];

let server: TestServer;
let processes: TwoProcesses;
test.before(async () => {
  server = await startTestServer();
  processes = await startTwoProcesses(server.databaseUrl, server.issuer);
});
test.after.always(async () => {
  await processes?.stop();
  await server?.stop();
});

interface Call {
  method: string;
  path: string;
  token: string;
  body?: unknown;
}

interface Scene {
  id: string;
  subscriptionIds: string[];
  members: Member[];
  owner: string;
  platform: string;
  /** The tokens of some members. */
  own: string[];
}

async function addScene(): Promise<Scene> {
  const tenant = await freshTenant(server);
  const { db } = server.identity;
  const subscriptionIds: string[] = [];
  for (const licenseTypeId of types) {
    const data = { tenantId: tenant.id, applicationId: crm, licenseTypeId, quantityPurchased: 5, overagePercent: 20 };
    subscriptionIds.push((await db.subscription.create({ data })).id);
  }
  const members: Member[] = [];
  for (let index = 0; index < people; index += 1) members.push(await addMember(server, tenant.id, 'member'));
  const own: string[] = [];
  for (const { email } of members.slice(0, 6)) own.push(await tokenOf(server.issuer, email, tenant.slug));
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  return { id: tenant.id, subscriptionIds, members, own, owner, platform: await machineToken(server, null) };
}

/** Any change of seats; the same number always gives the same one. */
async function changeOf(scene: Scene, index: number): Promise<Call> {
  const { id, owner, platform, members, own } = scene;
  const pick = <Item>(items: readonly Item[], factor: number) => items[(index * factor + 3) % items.length] as Item;
  const { userId, membershipId, email } = pick(members, 7);
  const license = { applicationId: crm, licenseTypeId: pick(types, 1) };
  const path = `/api/tenants/${id}`;
  const post = (to: string, token: string, body: unknown): Call => ({ method: 'POST', path: to, token, body });
  const member = (body: object): Call => ({
    method: 'PATCH',
    path: `${path}/members/${membershipId}`,
    token: owner,
    body,
  });
  const subscription = (body: object): Call => ({
    method: 'PATCH',
    path: `/api/licensing/tenants/${id}/subscriptions/${pick(scene.subscriptionIds, 5)}`,
    token: platform,
    body,
  });
  const integration = '/api/integration/licenses';
  const kinds: (() => Call | Promise<Call>)[] = [
    () => post(`${integration}/grant`, owner, { userId, ...license }),
    () => post(`${integration}/revoke`, owner, { userId, applicationId: crm }),
    () => post(`${integration}/request`, pick(own, 5), license),
    () => post(`${integration}/lease`, pick(own, 1), { applicationId: crm, days: 1 }),
    () => decision(scene, index),
    () => member({ status: 'SUSPENDED' }),
    () => member({ status: 'ACTIVE' }),
    () => member({ role: index % 2 ? 'admin' : 'member' }),
    () => post(`${path}/license-rules`, owner, { ...license, role: pick(['owner', 'admin', 'member'], 11) }),
    () => ofRule(scene),
    () => subscription({ quantity: 2 + (index % 6), onExcess: 'release' }),
    () => subscription({ quantity: 3 + (index % 5), effectiveAt: new Date(Date.now() + days(1)).toISOString() }),
    () => subscription({ overagePercent: (index % 3) * 20 }),
    () => subscription({ quantity: 4 + (index % 5) }),
    () => post(`${path}/invitations`, owner, { email: `i${index}.${email}`, role: 'member', licenses: [license] }),
    () => ofInvitation(scene),
  ];
  return await (kinds[index % kinds.length] as (typeof kinds)[number])();
}

const none = '00000000-0000-7000-8000-000000000000';
async function decision({ id, owner }: Scene, index: number): Promise<Call> {
  const where = { tenantId: id, status: { in: ['PENDING' as const, 'WAITING' as const] } };
  const request = await server.identity.db.licenseRequest.findFirst({ where });
  const path = `/api/tenants/${id}/license-requests/${request?.id ?? none}/${index % 3 ? 'approve' : 'decline'}`;
  return { method: 'POST', path, token: owner, body: {} };
}
async function ofRule({ id, owner }: Scene): Promise<Call> {
  const rule = await server.identity.db.licenseRule.findFirst({ where: { tenantId: id } });
  return { method: 'DELETE', path: `/api/tenants/${id}/license-rules/${rule?.id ?? none}`, token: owner };
}
async function ofInvitation({ id, owner }: Scene): Promise<Call> {
  const where = { tenantId: id, status: 'PENDING' as const };
  const invitation = await server.identity.db.invitation.findFirst({ where });
  return { method: 'DELETE', path: `/api/tenants/${id}/invitations/${invitation?.id ?? none}`, token: owner };
}

/** Sends the changes of one round at once, alternately to the two processes. A request has no response if its process dies. */
async function atOnce(scene: Scene, from: number, count: number) {
  const calls: Call[] = [];
  for (let index = from; index < from + count; index += 1) calls.push(await changeOf(scene, index));
  return Promise.all(
    calls.map(async ({ method, path, token, body }, index) => {
      const response = await send(processes.urlOf(index), method, path, token, body).catch(() => undefined);
      return { status: response?.status ?? 0, call: `${method} ${path}`, body: JSON.stringify(response?.body) };
    }),
  );
}

/** On a busy machine a change may wait too long for its turn, which is 503. */
const isFailure = ({ status }: { status: number }) => status >= 500 && status !== 503;

/** Asserts what must be true after any changes, and again when all that can expire has expired. */
async function assertRules(t: ExecutionContext, scene: Scene) {
  const { db } = server.identity;
  for (const milliseconds of [0, days(10)]) {
    await passTime(db, { tenantId: scene.id, milliseconds });
    const path = `/api/licensing/tenants/${scene.id}/subscriptions`;
    t.is((await send(processes.urlOf(0), 'GET', path, scene.platform)).status, 200);
    t.deepEqual(await brokenRules(db, [scene.id]), []);
    t.deepEqual(await unservedWaiters(db, [scene.id]), []);
  }
}

test.serial(
  `200 parallel mixed changes over two processes with kill -9, ${rounds} rounds: every rule holds`,
  async (t) => {
    t.timeout(900_000);
    for (let round = 0; round < rounds; round += 1) {
      const scene = await addScene();
      const { db } = server.identity;
      await db.rateLimit.deleteMany();
      const before = await db.event.count({ where: { tenantId: scene.id } });
      const answered = atOnce(scene, round * 200, 200);
      // Continues when the first changes have been made.
      for (;;) if ((await db.event.count({ where: { tenantId: scene.id } })) > before + 5) break;
      await processes.kill();
      const responses = await answered;
      t.true(
        responses.some(({ status }) => status === 0),
        'some had no answer',
      );
      await processes.startAgain();
      t.deepEqual(
        responses.filter(({ status }) => status >= 500),
        [],
      );
      await assertRules(t, scene);
    }
  },
);

test.serial(`no deadlock in ${changes} mixed changes`, async (t) => {
  t.timeout(1_800_000);
  const scene = await addScene();
  const { db } = server.identity;
  const kinds = new Map<number, number>();
  for (let from = 0; from < changes; from += 100) {
    await db.rateLimit.deleteMany();
    const responses = await atOnce(scene, from, 100);
    for (const { status } of responses) kinds.set(status, (kinds.get(status) ?? 0) + 1);
    t.deepEqual(
      responses.filter((response) => isFailure(response) || response.status === 0),
      [],
    );
  }
  const [row] = await db.$queryRaw<{ deadlocks: bigint }[]>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`;
  t.is(row?.deadlocks, 0n);
  t.log(
    `responses by status: ${[...kinds]
      .sort()
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
  );
  t.true((kinds.get(200) ?? 0) + (kinds.get(201) ?? 0) > changes / 5);
  await assertRules(t, scene);
});
