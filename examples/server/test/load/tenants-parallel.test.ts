import { createHash, randomBytes, randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { freePort, type ServerProcess, startProcess } from '../support/server-process.js';
import { call, signIn } from '../support/sign-in.js';
import { addMember, freshTenant, type Member, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer, testSecret } from '../support/test-server.js';

// Prepares the database and reads it; every request goes to the two processes.
let server: TestServer;
let processes: ServerProcess[] = [];
let issuer: string;
/** Three users whose tokens belong to a tenant that stays unchanged. */
let people: { member: Member; token: string }[] = [];

test.before(async () => {
  server = await startTestServer();
  const ports = [await freePort(), await freePort()];
  issuer = `http://127.0.0.1:${ports[0]}`;
  const shared = { DATABASE_URL: server.databaseUrl, IDENTITY_SECRET: testSecret, ISSUER: issuer, SEED_DEMO: 'false' };
  processes = await Promise.all(ports.map((port) => startProcess({ ...shared, PORT: String(port) })));
  const home = await freshTenant(server);
  const members = [home.owner, await addMember(server, home.id, 'member'), await addMember(server, home.id, 'member')];
  people = await Promise.all(
    members.map(async (member) => ({ member, token: await tokenOf(issuer, member.email, home.slug) })),
  );
});
test.after.always(async () => {
  await Promise.all(processes.map((each) => each.end('SIGTERM')));
  await server?.stop();
});

interface Call {
  method: string;
  path: string;
  token?: string | undefined;
  body?: unknown;
}

/** Sends all requests at once, alternating between the two processes. */
function atOnce(calls: readonly Call[]) {
  return Promise.all(
    calls.map(({ method, path, token, body }, index) => {
      const { url } = processes[index % processes.length] as ServerProcess;
      return send(url, method, path, token, body);
    }),
  );
}

/** The signed-in user with this number. */
function personAt(index: number): { member: Member; token: string } {
  const found = people[index];
  if (!found) throw new Error(`There is no person ${index}.`);
  return found;
}

/** A tenant whose members are the three users with these roles, with their memberships in the same order. */
async function tenantOf(roles: readonly ('owner' | 'admin' | 'member')[]) {
  const { db } = server.identity;
  // As if an hour had passed since the previous round: every round mails the same users.
  await db.rateLimit.deleteMany({ where: { key: { startsWith: 'caused_mail' } } });
  const tenant = await db.tenant.create({ data: { name: 'Parallel', slug: `p-${randomUUID()}` } });
  const memberships = await Promise.all(
    roles.map((role, index) =>
      db.membership.create({ data: { tenantId: tenant.id, userId: personAt(index).member.userId, role } }),
    ),
  );
  const path = `/api/tenants/${tenant.id}`;
  return { id: tenant.id, path, members: memberships.map(({ id }) => `${path}/members/${id}`) };
}

/** An invitation whose secret is known here. For a user with an account, also their waiting membership. */
async function invitationFor(tenantId: string, email: string, userId?: string) {
  const { db } = server.identity;
  const secret = randomBytes(32).toString('base64url');
  const membership = userId ? await db.membership.create({ data: { tenantId, userId, status: 'INVITED' } }) : undefined;
  const { id } = await db.invitation.create({
    data: {
      tenantId,
      email,
      normalizedEmail: email,
      secretHash: Uint8Array.from(createHash('sha256').update(secret).digest()),
      expiresInDays: 7,
      expiresAt: new Date(Date.now() + 86_400_000),
      membershipId: membership?.id ?? null,
    },
  });
  return { id, accept: `/api/invitations/${secret}/accept`, membershipId: membership?.id };
}

const statusesOf = (responses: readonly { status: number }[]) => responses.map(({ status }) => status);
function assertOnly(t: ExecutionContext, responses: readonly { status: number }[], allowed: readonly number[]): void {
  t.deepEqual(
    statusesOf(responses).filter((status) => !allowed.includes(status)),
    [],
  );
}

test.serial('three owners who demote, suspend, remove each other and leave at once never leave none', async (t) => {
  // A fixed sequence of numbers, so that a failure can be reproduced.
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const attacks: ((path: string) => Omit<Call, 'token'>)[] = [
    (path) => ({ method: 'PATCH', path, body: { role: 'member' } }),
    (path) => ({ method: 'PATCH', path, body: { role: 'admin', status: 'SUSPENDED' } }),
    (path) => ({ method: 'PATCH', path, body: { status: 'SUSPENDED' } }),
    (path) => ({ method: 'DELETE', path }),
  ];
  const seen = new Set<number>();
  for (let round = 0; round < 25; round += 1) {
    const { id, members } = await tenantOf(['owner', 'owner', 'owner']);
    const calls = [0, 1, 2].flatMap((caller) =>
      [0, 1].map(() => {
        const attack = attacks[next(attacks.length)] as (path: string) => Omit<Call, 'token'>;
        return { ...attack(members[next(3)] ?? ''), token: personAt(caller).token };
      }),
    );
    const responses = await atOnce(calls);
    assertOnly(t, responses, [200, 401, 403, 404, 409]);
    for (const status of statusesOf(responses)) seen.add(status);
    const owners = { tenantId: id, role: 'owner', status: 'ACTIVE' } as const;
    t.true((await server.identity.db.membership.count({ where: owners })) > 0, `round ${round}`);
  }
  // Otherwise the requests did not compete.
  t.true(seen.has(200) && seen.has(409) && (seen.has(403) || seen.has(404)));
});

test.serial('three owners who all leave at once: two may, one stays', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const { id, members } = await tenantOf(['owner', 'owner', 'owner']);
    const calls = members.map((path, index) => ({ method: 'DELETE', path, token: personAt(index).token }));
    t.deepEqual(statusesOf(await atOnce(calls)).sort(), [200, 200, 409]);
    t.is(await server.identity.db.membership.count({ where: { tenantId: id } }), 1);
  }
});

test.serial('20 parallel creates of one slug over two processes give one 201 and nineteen SLUG_TAKEN', async (t) => {
  const body = { name: 'Race', slug: 'race-of-two' };
  const { token } = personAt(0);
  const responses = await atOnce(
    Array.from({ length: 20 }, () => ({ method: 'POST', path: '/api/tenants', token, body })),
  );
  t.is(responses.filter(({ status }) => status === 201).length, 1);
  t.is(responses.filter((response) => response.status === 409 && response.body['error'] === 'SLUG_TAKEN').length, 19);
});

for (const known of [false, true]) {
  test.serial(
    `20 parallel invitations of one address ${known ? 'with' : 'without'} an account give one 201 and nineteen INVITATION_EXISTS`,
    async (t) => {
      const { id, path } = await tenantOf(['owner']);
      const { token } = personAt(0);
      const email = known ? personAt(1).member.email : `${randomUUID()}@people.test`;
      const invite = { method: 'POST', path: `${path}/invitations`, token, body: { email } };
      const responses = await atOnce(Array.from({ length: 20 }, () => invite));
      t.is(responses.filter(({ status }) => status === 201).length, 1);
      t.is(responses.filter(({ status, body }) => status === 409 && body['error'] === 'INVITATION_EXISTS').length, 19);
      t.is(await server.identity.db.invitation.count({ where: { tenantId: id } }), 1);
      t.is(await server.identity.db.membership.count({ where: { tenantId: id } }), known ? 2 : 1);
    },
  );
}

test.serial(
  'accept, revoke and resend of one invitation at once: a member if and only if it is ACCEPTED',
  async (t) => {
    const { db } = server.identity;
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { id, path } = await tenantOf(['owner']);
      const [owner, guest] = [personAt(0), personAt(1)];
      const invitation = await invitationFor(id, guest.member.email, guest.member.userId);
      const own = `${path}/invitations/${invitation.id}`;
      const calls: Call[] = [
        { method: 'POST', path: invitation.accept, token: guest.token, body: {} },
        { method: 'DELETE', path: own, token: owner.token },
        { method: 'POST', path: `${own}/resend`, token: owner.token },
      ];
      // Each call is first, second and last at each process in some round.
      const rotated = calls.map((_, index) => calls[(index + round) % 3] as Call);
      assertOnly(t, await atOnce(rotated), [200, 404]);
      const { status } = await db.invitation.findUniqueOrThrow({ where: { id: invitation.id } });
      const membership = await db.membership.findFirst({ where: { tenantId: id, userId: guest.member.userId } });
      const expected = { ACCEPTED: 'ACTIVE', REVOKED: undefined, PENDING: 'INVITED', EXPIRED: 'never' }[status];
      t.is<string | undefined, string | undefined>(membership?.status, expected, `round ${round}: ${status}`);
      outcomes.add(status);
    }
    t.log([...outcomes].join(', '));
  },
);

for (const known of [false, true]) {
  test.serial(
    `20 parallel accepts over two processes by somebody ${known ? 'with' : 'without'} an account make one membership`,
    async (t) => {
      const { db } = server.identity;
      const { id } = await tenantOf(['owner']);
      const guest = known ? personAt(1) : undefined;
      const email = guest?.member.email ?? `${randomUUID()}@people.test`;
      const { accept } = await invitationFor(id, email, guest?.member.userId);
      const body = known ? {} : { password: 'correct horse battery staple' };
      const responses = await atOnce(
        Array.from({ length: 20 }, () => ({ method: 'POST', path: accept, token: guest?.token, body })),
      );
      t.is(responses.filter(({ status }) => status === 200).length, 1);
      assertOnly(t, responses, known ? [200, 404] : [200, 401, 404]);
      t.is(await db.membership.count({ where: { tenantId: id, status: 'ACTIVE' } }), 2);
      t.is(await db.user.count({ where: { normalizedEmail: email } }), 1);
      t.is(await db.event.count({ where: { tenantId: id, type: 'member.added' } }), 1);
    },
  );
}

test.serial(
  'two tenants’ invitations of one new address, accepted at once, make one account and no failure',
  async (t) => {
    const { db } = server.identity;
    for (let round = 0; round < 5; round += 1) {
      const email = `${randomUUID()}@people.test`;
      const tenants = await Promise.all(Array.from({ length: 4 }, () => tenantOf(['owner'])));
      const invitations = await Promise.all(tenants.map(({ id }) => invitationFor(id, email)));
      const body = { password: 'correct horse battery staple' };
      const responses = await atOnce(invitations.map(({ accept }) => ({ method: 'POST', path: accept, body })));
      // The later ones are told to sign in, because the email has an account by now.
      t.deepEqual(statusesOf(responses).sort(), [200, 401, 401, 401]);
      t.is(await db.user.count({ where: { normalizedEmail: email } }), 1);
      t.is(await db.membership.count({ where: { user: { normalizedEmail: email } } }), 1);
    }
  },
);

test.serial(
  'invite, accept and remove at once: whoever waits has a pending invitation, whoever is in has none',
  async (t) => {
    const { db } = server.identity;
    for (let round = 0; round < 12; round += 1) {
      const { id, path } = await tenantOf(['owner']);
      const [owner, guest] = [personAt(0), personAt(1)];
      const { email, userId } = guest.member;
      const { accept, membershipId } = await invitationFor(id, email, userId);
      const invite = { method: 'POST', path: `${path}/invitations`, token: owner.token, body: { email } };
      const calls: Call[] = [
        invite,
        { method: 'POST', path: accept, token: guest.token, body: {} },
        { method: 'DELETE', path: `${path}/members/${membershipId}`, token: owner.token },
        invite,
      ];
      const rotated = calls.map((_, index) => calls[(index + round) % calls.length] as Call);
      assertOnly(t, await atOnce(rotated), [200, 201, 404, 409]);
      const pending = await db.invitation.findMany({ where: { tenantId: id, status: 'PENDING' } });
      const membership = await db.membership.findFirst({ where: { tenantId: id, userId } });
      t.true(pending.length <= 1);
      t.is(pending.length === 1, membership?.status === 'INVITED', `round ${round}: ${membership?.status}`);
      if (pending[0]) t.is(pending[0].membershipId, membership?.id ?? 'none');
    }
  },
);

test.serial(
  'a suspension at the moment of a refresh leaves no living token, not even after reactivation',
  async (t) => {
    const refreshed = new Set<number>();
    for (let round = 0; round < 10; round += 1) {
      const { id, slug, owner } = await freshTenant(server);
      const { db } = server.identity;
      await db.membership.create({ data: { tenantId: id, userId: personAt(0).member.userId, role: 'owner' } });
      const { tokens } = await signIn(issuer, { clientId: 'demo-spa', email: owner.email, changes: { tenant: slug } });
      const refresh = async (url: string, token: unknown) => {
        const fields = { grant_type: 'refresh_token', client_id: 'demo-spa', refresh_token: String(token) };
        const response = await fetch(`${url}/api/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams(fields),
        });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      const path = `/api/tenants/${id}/members/${owner.membershipId}`;
      const [first, second] = processes as [ServerProcess, ServerProcess];
      const suspend = () => send(first.url, 'PATCH', path, personAt(0).token, { status: 'SUSPENDED' });
      const [suspended, fresh] = await Promise.all([suspend(), refresh(second.url, tokens.refresh_token)]);
      t.is(suspended.status, 200);
      t.true(fresh.status === 200 || fresh.status === 400, String(fresh.status));
      refreshed.add(fresh.status);
      for (const status of ['SUSPENDED', 'ACTIVE']) {
        if (status === 'ACTIVE') await send(first.url, 'PATCH', path, personAt(0).token, { status });
        for (const token of [tokens.access_token, String(fresh.body['access_token'] ?? '')]) {
          if (token) t.is((await call(second.url, '/api/users/me', token)).status, 401, status);
        }
        for (const token of [tokens.refresh_token, fresh.body['refresh_token']]) {
          if (token) t.is((await refresh(first.url, token)).body['error'], 'invalid_grant', status);
        }
      }
    }
    t.log(`refreshes answered ${[...refreshed].join(' and ')}`);
  },
);
