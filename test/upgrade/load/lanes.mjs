import { applicationId, emails, licenseTypeId, machine, tenantId } from '../seed-data.mjs';
import { basic, bearer, createCaller, require } from './caller.mjs';
import { readOwnAccount, refresh, signIn } from './sign-in.mjs';

/** Every kind of operation, with that of the sessions. */
export const kinds = [
  'sign-in',
  'account',
  'refresh',
  'machine token',
  'introspection',
  'tenant',
  'seat',
  'license check',
  'session',
];

/** What runs beside each other for the whole test. Each lane repeats its work; `note` records one kind of operation. */
export const lanes = [
  ...emails.visitors.map((email) => visitorLane(email)),
  machineLane(),
  ...emails.seated.map((email) => seatLane(email)),
];

/** Signs in, uses the tokens and refreshes them. Each time it is a new browser. */
function visitorLane(email) {
  return async ({ issuer, note }) => {
    const session = await note('sign-in', () => signIn(issuer, email));
    if (!session) return;
    await note('account', () => readOwnAccount(session, applicationId));
    const tokens = await note('refresh', () => refresh(session));
    if (tokens) await note('account', () => readOwnAccount({ ...session, tokens }, applicationId));
  };
}

/** Gets a token as a machine, has it introspected, and reads the tenant and its members. */
function machineLane() {
  let caller;
  return async ({ issuer, note }) => {
    caller ??= createCaller(issuer);
    const token = await note('machine token', () => machineToken(caller));
    if (!token) return;
    await note('introspection', async () => {
      const options = { form: { token }, headers: basic(machine) };
      const { active } = await caller.call('POST', '/api/oauth/introspect', options);
      require(active === true, 'a new machine token is not active');
    });
    await note('tenant', async () => {
      const headers = bearer(token);
      const tenant = await caller.call('GET', `/api/tenants/${tenantId}`, { headers });
      require(tenant.id === tenantId, `another tenant: ${tenant.id}`);
      await caller.call('GET', `/api/tenants/${tenantId}/members`, { headers });
    });
  };
}

/** Gives a member a seat, checks it and takes it back. What one process wrote, the other must see at once. */
function seatLane(email) {
  let caller;
  let userId;
  return async ({ issuer, note }) => {
    caller ??= createCaller(issuer);
    const token = await note('machine token', () => machineToken(caller));
    if (!token) return;
    const headers = bearer(token);
    userId ??= await note('tenant', () => findMember(caller, headers, email));
    if (!userId) return;
    const user = { userId, applicationId };
    const check = (expected) => async () => {
      const found = await caller.call('POST', '/api/integration/licenses/check', { json: user, headers });
      require(found.hasLicense === expected, `license of ${email} is ${found.hasLicense} instead of ${expected}`);
    };
    await note('seat', () =>
      caller.call('POST', '/api/integration/licenses/grant', {
        json: { ...user, licenseTypeId },
        headers,
        expect: 201,
      }),
    );
    await note('license check', check(true));
    await note('seat', () => caller.call('POST', '/api/integration/licenses/revoke', { json: user, headers }));
    await note('license check', check(false));
  };
}

async function machineToken(caller) {
  const form = { grant_type: 'client_credentials' };
  const { access_token: token } = await caller.call('POST', '/api/oauth/token', { form, headers: basic(machine) });
  return token;
}

async function findMember(caller, headers, email) {
  const path = `/api/tenants/${tenantId}/members?limit=100`;
  const { members } = await caller.call('GET', path, { headers });
  const member = members.find((candidate) => candidate.user.email === email);
  require(member, `${email} is not among the members`);
  return member.userId;
}
