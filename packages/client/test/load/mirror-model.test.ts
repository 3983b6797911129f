import { machineToken } from '@org/identity-example-server/test/licensing-api';
import { send, tokenOf } from '@org/identity-example-server/test/tenant-api';
import test from 'ava';
import { IdentityClientError, type LicenseCheck } from '../../src/index.js';
import { mirroredTenant, type Server, startServer } from '../support/mirror-scene.js';

let server: Server;
test.before(async () => {
  server = await startServer();
});
test.after.always(() => server?.stop());

const rounds = 8;
const actionsOfARound = 6;

/** What both must agree on. The service has more reasons for users without a seat, and the time of a grant may differ a little. */
const essence = ({ hasLicense, licenseType, features, limits }: LicenseCheck) =>
  JSON.stringify({ hasLicense, licenseType, features, limits });

test('after any changes, a mirror answers for everybody what the service answers', async (t) => {
  const scene = await mirroredTenant(t, server, { quantity: 4, held: 3 });
  const { mirror, tenant, members, member, grant, revoke, change } = scene;
  for (let index = 0; index < 3; index += 1) members.push(await member());
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const machine = await machineToken(server, tenant.id);
  const pick = <One>(list: readonly One[]): One => list[Math.floor(Math.random() * list.length)] as One;
  const actions: (() => Promise<unknown>)[] = [
    () => grant(pick(members).userId),
    () => grant(pick(members).userId),
    () => revoke(pick(members).userId),
    () => change({ limits: { contacts: Math.floor(Math.random() * 100) } }),
    () => change({ status: pick(['ACTIVE', 'ACTIVE', 'SUSPENDED', 'CANCELED']) }),
    () => change({ quantity: pick([1, 2, 4]), onExcess: 'release' }),
    () => change({ expiresAt: pick([null, new Date(Date.now() - 1_000).toISOString()]) }),
    () => {
      const path = `/api/tenants/${tenant.id}/members/${pick(members).membershipId}`;
      return send(server.issuer, 'PATCH', path, owner, { status: pick(['ACTIVE', 'SUSPENDED']) });
    },
  ];
  for (let round = 0; round < rounds; round += 1) {
    // Refusals, such as that of a second seat, are fine.
    for (let index = 0; index < actionsOfARound; index += 1) await pick(actions)().catch(() => undefined);
    for (const { userId } of members) {
      const path = `/api/integration/licenses/check?userId=${userId}&applicationId=019a0000-0000-7000-8000-0000000000a1`;
      const { body } = await send(server.issuer, 'GET', path, machine);
      const expected = essence(body as unknown as LicenseCheck);
      let got = '';
      while (got !== expected) {
        try {
          got = essence(mirror.check({ userId }));
        } catch (error) {
          if (!(error instanceof IdentityClientError)) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    // Seats that give no license are not seen by the checks.
    const count = await server.identity.db.seat.count({ where: { tenantId: tenant.id } });
    while (mirror.size !== count) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.pass();
});
