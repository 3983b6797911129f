import test from 'ava';
import { addConsent } from '../../support/application-changes.js';
import { ageSignIn } from '../../support/console-pages.js';
import type { Attempt } from '../../support/route-contract/attempt.js';
import {
  contractTests,
  deletedMeanwhile,
  operationsOfArea,
  type Scene,
} from '../../support/route-contract/contract-tests.js';
import * as world from '../../support/route-contract/users-world.js';
import { freshTenant, tokenOf } from '../../support/tenant-api.js';

const { server, password } = world;
test.after.always(() => world.stopAll());

const me = '/api/users/me';
/** As a new user, because many of these requests end sessions or count wrong passwords. */
const asNew =
  (path: string, body?: unknown): Scene['valid'] =>
  async () => ({ token: (await world.signedIn()).token, path, body });
const withBody = (changes: object) => (valid: Attempt) => ({
  ...valid,
  body: { ...(valid.body as object), ...changes },
});
/** Wrong passwords count for the network, so they are sent to a server of their own. */
const untilLimited = (changes: object) => (valid: Attempt) => world.atStrict(withBody(changes)(valid));
const unreachable = { USER_NOT_FOUND: deletedMeanwhile };

/** A user who signed in too long ago. */
async function stale() {
  const user = await world.signedIn();
  await ageSignIn(server, user);
  return user;
}

contractTests(() => server, operationsOfArea(server, 'users'), {
  'GET /api/users/me': { valid: asNew(me), unreachable },
  'PATCH /api/users/me': { valid: asNew(me, { displayName: 'New name' }), unreachable },
  'GET /api/users/me/export': { valid: asNew(`${me}/export`) },
  'POST /api/users/me/password': {
    valid: asNew(`${me}/password`, { currentPassword: password, newPassword: 'correct horse battery staple' }),
    errors: {
      CURRENT_PASSWORD_INCORRECT: withBody({ currentPassword: 'wrong' }),
      WEAK_PASSWORD: withBody({ newPassword: 'password' }),
      SAME_PASSWORD: withBody({ newPassword: password }),
      RATE_LIMITED: untilLimited({ currentPassword: 'wrong' }),
    },
    unreachable,
  },
  'POST /api/users/me/email': {
    valid: asNew(`${me}/email`, { email: 'another@people.test', password }),
    errors: {
      CURRENT_PASSWORD_INCORRECT: withBody({ password: 'wrong' }),
      RATE_LIMITED: untilLimited({ password: 'wrong' }),
    },
    unreachable,
  },
  'POST /api/users/me/email/verification': { valid: asNew(`${me}/email/verification`), unreachable },
  'GET /api/users/me/sessions': { valid: asNew(`${me}/sessions`) },
  'DELETE /api/users/me/sessions': { valid: asNew(`${me}/sessions`) },
  'DELETE /api/users/me/sessions/{sessionId}': {
    valid: async () => {
      const { userId, token } = await world.signedIn();
      const { publicId } = await server.identity.db.oidcSession.findFirstOrThrow({ where: { accountId: userId } });
      return { token, path: `${me}/sessions/${publicId}` };
    },
  },
  'GET /api/users/me/applications': { valid: asNew(`${me}/applications`) },
  'DELETE /api/users/me/applications/{clientId}': {
    valid: async () => {
      const { userId, token } = await world.signedIn();
      return { token, path: `${me}/applications/${await addConsent(server, userId)}` };
    },
  },
  'GET /api/users/me/sso': { valid: asNew(`${me}/sso`) },
  'POST /api/users/me/sso/link': {
    valid: asNew(`${me}/sso/link`, { provider: 'GOOGLE' }),
    errors: { REAUTHENTICATION_REQUIRED: async (valid) => ({ ...valid, token: (await stale()).token }) },
  },
  'DELETE /api/users/me/sso/{provider}': {
    valid: async () => ({ token: (await world.linked()).token, path: `${me}/sso/GOOGLE` }),
    errors: {
      PASSWORD_REQUIRED: async (valid) => {
        const { userId, token } = await world.linked();
        await world.forgetPassword(userId);
        return { ...valid, token };
      },
      LAST_LOGIN_METHOD: () => world.removeOnlyLogin(),
      SSO_LINK_NOT_FOUND: async (valid) => ({ ...valid, token: (await world.signedIn()).token }),
    },
  },
  'DELETE /api/users/me': {
    valid: asNew(me, { password, confirmation: 'DELETE' }),
    errors: {
      CURRENT_PASSWORD_INCORRECT: withBody({ password: 'wrong' }),
      INCORRECT_CONFIRMATION: withBody({ confirmation: 'REMOVE' }),
      TENANT_OWNER: async (valid) => ({
        ...valid,
        token: await tokenOf(server.issuer, (await freshTenant(server)).owner.email),
      }),
      REAUTHENTICATION_REQUIRED: async (valid) => {
        const { userId, token } = await stale();
        await world.forgetPassword(userId);
        return { ...valid, token };
      },
      RATE_LIMITED: untilLimited({ password: 'wrong' }),
    },
    unreachable,
  },
});
