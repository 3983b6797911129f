import test from 'ava';
import { addMember, addUser, freshTenant, type Member, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
/** One user of each kind, signed in once: their rights depend on the tenant, not on the token. */
const callers = new Map<string, { userId: string; token: string }>();
test.before(async () => {
  // All callers invite the same emails here.
  const mail = { recipientPerHour: 1000, recipientPerDay: 1000 };
  server = await startTestServer({ limits: { mail } });
  const { db } = server.identity;
  for (const kind of ['member', 'admin', 'owner', 'outsider', 'super admin']) {
    const { userId, email } = await addUser(server);
    if (kind === 'super admin') await db.user.update({ where: { id: userId }, data: { superAdmin: true } });
    callers.set(kind, { userId, token: await tokenOf(server.issuer, email) });
  }
});
test.after.always(() => server?.stop());

// The table of who may do what. Every cell becomes a test.
const table = `
| action                                 | member | admin | owner | super admin |
| read the tenant                        | yes    | yes   | yes   | yes         |
| list members                           | yes    | yes   | yes   | yes         |
| update the tenant                      | –      | yes   | yes   | yes         |
| list invitations                       | –      | yes   | yes   | yes         |
| create an invitation                   | –      | yes   | yes   | yes         |
| resend an invitation                   | –      | yes   | yes   | yes         |
| revoke an invitation                   | –      | yes   | yes   | yes         |
| invite an admin                        | –      | yes   | yes   | yes         |
| make a member admin                    | –      | yes   | yes   | yes         |
| make an admin member                   | –      | yes   | yes   | yes         |
| suspend a member                       | –      | yes   | yes   | yes         |
| reactivate a member                    | –      | yes   | yes   | yes         |
| remove a member                        | –      | yes   | yes   | yes         |
| make a member owner                    | –      | –     | yes   | yes         |
| unmake an owner                        | –      | –     | yes   | yes         |
| suspend an owner                       | –      | –     | yes   | yes         |
| remove an owner                        | –      | –     | yes   | yes         |
| invite as owner                        | –      | –     | yes   | yes         |
| resend an invitation as owner          | –      | –     | yes   | yes         |
| revoke an invitation as owner          | –      | –     | yes   | yes         |
| read the audit trail                   | –      | yes   | yes   | yes         |
| delete the tenant                      | –      | –     | yes   | yes         |
| leave                                  | yes    | yes   | yes   | –           |
`;

interface Scene {
  tenantId: string;
  /** One member of each kind, as the target of an action. */
  member: Member;
  admin: Member;
  owner: Member;
  suspended: Member;
  invitationId: string;
  ownerInvitationId: string;
  /** The caller's own membership, if they have one. */
  mine: string;
  call(method: string, path: string, body?: unknown): ReturnType<typeof send>;
}

const change = (who: keyof Pick<Scene, 'member' | 'admin' | 'owner' | 'suspended'>, body: object) => (scene: Scene) =>
  scene.call('PATCH', `/members/${scene[who].membershipId}`, body);
const actions: Record<string, (scene: Scene) => ReturnType<typeof send>> = {
  'read the tenant': ({ call }) => call('GET', ''),
  'list members': ({ call }) => call('GET', '/members'),
  'update the tenant': ({ call }) => call('PATCH', '', { name: 'Changed' }),
  'list invitations': ({ call }) => call('GET', '/invitations'),
  'create an invitation': ({ call }) => call('POST', '/invitations', { email: 'somebody@else.test' }),
  'resend an invitation': ({ call, invitationId }) => call('POST', `/invitations/${invitationId}/resend`),
  'revoke an invitation': ({ call, invitationId }) => call('DELETE', `/invitations/${invitationId}`),
  'invite an admin': ({ call }) => call('POST', '/invitations', { email: 'somebody@else.test', role: 'admin' }),
  'make a member admin': change('member', { role: 'admin' }),
  'make an admin member': change('admin', { role: 'member' }),
  'suspend a member': change('member', { status: 'SUSPENDED' }),
  'reactivate a member': change('suspended', { status: 'ACTIVE' }),
  'remove a member': ({ call, member }) => call('DELETE', `/members/${member.membershipId}`),
  'make a member owner': change('member', { role: 'owner' }),
  'unmake an owner': change('owner', { role: 'admin' }),
  'suspend an owner': change('owner', { status: 'SUSPENDED' }),
  'remove an owner': ({ call, owner }) => call('DELETE', `/members/${owner.membershipId}`),
  'invite as owner': ({ call }) => call('POST', '/invitations', { email: 'somebody@else.test', role: 'owner' }),
  'resend an invitation as owner': ({ call, ownerInvitationId }) =>
    call('POST', `/invitations/${ownerInvitationId}/resend`),
  'revoke an invitation as owner': ({ call, ownerInvitationId }) => call('DELETE', `/invitations/${ownerInvitationId}`),
  'read the audit trail': ({ call }) => call('GET', '/events'),
  'delete the tenant': ({ call }) => call('DELETE', ''),
  leave: ({ call, mine }) => call('DELETE', `/members/${mine}`),
};

/** A tenant with one member of each kind, and a caller of one kind. */
async function setScene(caller: string): Promise<Scene> {
  const { id: tenantId } = await freshTenant(server);
  const [member, admin, owner, suspended] = [
    await addMember(server, tenantId, 'member'),
    await addMember(server, tenantId, 'admin'),
    await addMember(server, tenantId, 'owner'),
    await addMember(server, tenantId, 'member', 'SUSPENDED'),
  ];
  const { userId = '', token = '' } = callers.get(caller) ?? {};
  const role = (['member', 'admin', 'owner'] as const).find((name) => name === caller);
  const { db } = server.identity;
  const mine = role ? await db.membership.create({ data: { tenantId, userId, role } }) : undefined;
  const invite = (email: string, role: 'member' | 'owner') =>
    db.invitation.create({
      data: {
        tenantId,
        email,
        normalizedEmail: email,
        role,
        secretHash: crypto.getRandomValues(new Uint8Array(32)),
        expiresInDays: 7,
        expiresAt: new Date(Date.now() + 1e9),
      },
    });
  return {
    tenantId,
    member,
    admin,
    owner,
    suspended,
    invitationId: (await invite('invited@people.test', 'member')).id,
    ownerInvitationId: (await invite('invited-owner@people.test', 'owner')).id,
    mine: mine?.id ?? '01890000-0000-7000-8000-000000000000',
    call: (method, path, body) => send(server.issuer, method, `/api/tenants/${tenantId}${path}`, token, body),
  };
}

const [heading = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const kinds = heading.slice(1);
for (const [action = '', ...cells] of rows) {
  for (const [index, kind] of kinds.entries()) {
    const allowed = cells[index] === 'yes';
    test(`${kind}: ${action} is ${allowed ? 'allowed' : 'refused'}`, async (t) => {
      const scene = await setScene(kind);
      const before = await snapshot(scene.tenantId);
      const response = await actions[action]?.(scene);
      if (allowed) {
        t.true(
          response?.status === 200 || response?.status === 201,
          `${response?.status} ${JSON.stringify(response?.body)}`,
        );
        return;
      }
      // A super admin is not a member, so they have no membership to leave.
      const expected =
        action === 'leave'
          ? [404, 'MEMBER_NOT_FOUND']
          : [403, action === 'delete the tenant' ? 'OWNER_REQUIRED' : 'FORBIDDEN'];
      t.deepEqual([response?.status, response?.body['error']], expected);
      t.deepEqual(await snapshot(scene.tenantId), before, 'nothing changed');
    });
  }
}

async function snapshot(tenantId: string) {
  const { db } = server.identity;
  return Promise.all([
    db.tenant.findUnique({ where: { id: tenantId } }),
    db.membership.findMany({ where: { tenantId }, orderBy: { id: 'asc' } }),
    db.invitation.findMany({ where: { tenantId }, orderBy: { id: 'asc' } }),
  ]);
}

test('the table has an action for each of its rows', (t) => {
  t.deepEqual(
    rows.map(([action]) => action),
    Object.keys(actions),
  );
});

// Users outside the tenant must not learn that it exists.
for (const [action, act] of Object.entries(actions)) {
  test(`an outsider who tries to ${action} is told that there is no such tenant`, async (t) => {
    const scene = await setScene('owner');
    const token = callers.get('outsider')?.token;
    const before = await snapshot(scene.tenantId);
    const call = (method: string, path: string, body?: unknown) =>
      send(server.issuer, method, `/api/tenants/${scene.tenantId}${path}`, token, body);
    const response = await act({ ...scene, call });
    t.deepEqual([response.status, response.body['error']], [404, 'TENANT_NOT_FOUND']);
    t.deepEqual(await snapshot(scene.tenantId), before);
  });
}

// A row of another tenant, requested under the caller's own tenant, does not exist.
for (const [action, error, act] of [
  [
    'change a member',
    'MEMBER_NOT_FOUND',
    ({ call, member }: Scene) => call('PATCH', `/members/${member.membershipId}`, { role: 'admin' }),
  ],
  [
    'remove a member',
    'MEMBER_NOT_FOUND',
    ({ call, member }: Scene) => call('DELETE', `/members/${member.membershipId}`),
  ],
  [
    'resend an invitation',
    'INVITATION_NOT_FOUND',
    ({ call, invitationId }: Scene) => call('POST', `/invitations/${invitationId}/resend`),
  ],
  [
    'revoke an invitation',
    'INVITATION_NOT_FOUND',
    ({ call, invitationId }: Scene) => call('DELETE', `/invitations/${invitationId}`),
  ],
] as const) {
  test(`to ${action} of another tenant is answered like a random id, and changes nothing`, async (t) => {
    const [mine, theirs] = [await setScene('owner'), await setScene('owner')];
    const before = await snapshot(theirs.tenantId);
    const foreign = await act({ ...theirs, call: mine.call });
    const random = '01890000-0000-7000-8000-000000000000';
    const unknown = await act({
      ...theirs,
      member: { ...theirs.member, membershipId: random },
      invitationId: random,
      call: mine.call,
    });
    const malformed = await act({
      ...theirs,
      member: { ...theirs.member, membershipId: 'x' },
      invitationId: 'x',
      call: mine.call,
    });
    for (const response of [foreign, unknown, malformed]) {
      t.deepEqual([response.status, response.body['error']], [404, error]);
      t.is(response.body['message'], unknown.body['message']);
    }
    t.deepEqual(await snapshot(theirs.tenantId), before);
  });
}
