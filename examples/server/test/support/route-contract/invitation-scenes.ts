import { crm, licensedTenant, pro, random, seat } from '../licensing-api.js';
import { fresh, owner, server, tenant } from '../rehearsal-tests.js';
import { addMember, addUser, send, tokenOf } from '../tenant-api.js';
import { type Attempt, sendAttempt } from './attempt.js';
import { deletedMeanwhile, type Scene } from './contract-tests.js';

const { db } = server.identity;
const license = { applicationId: crm, licenseTypeId: pro };

/** A tenant with one seat, its owner's token, and an invitation that it has sent. */
async function inviting(email = `${fresh()}@people.test`, licenses: readonly object[] = []) {
  const inviter = await licensedTenant(server, 1);
  const token = await tokenOf(server.issuer, inviter.owner.email, inviter.slug);
  const base = `/api/tenants/${inviter.id}/invitations`;
  const { body } = await send(server.issuer, 'POST', base, token, { email, licenses });
  return { inviter, token, base, id: String(body['id']), email };
}

const resend = ({ token, base, id }: { token: string; base: string; id: string }): Attempt => ({
  token,
  path: `${base}/${id}/resend`,
});
const expire = (id: string) =>
  db.invitation.update({ where: { id }, data: { status: 'EXPIRED', expiresAt: new Date(Date.now() - 1000) } });

/** An email that has got as many invitations as it may get. */
async function tiredRecipient(): Promise<string> {
  const invitation = await inviting();
  while ((await sendAttempt(server.issuer, 'POST', resend(invitation))).error !== 'RATE_LIMITED');
  return invitation.email;
}

/** An expired invitation with a license whose seats are all taken meanwhile. */
async function withoutSeats() {
  const invitation = await inviting(undefined, [license]);
  await expire(invitation.id);
  await db.seatReservation.deleteMany({ where: { invitationId: invitation.id } });
  await seat(server, invitation.inviter, invitation.inviter.owner.userId);
  return invitation;
}

/** An invitation with a license that exists no longer. */
async function resendWith(gone: typeof license): Promise<Attempt> {
  const invitation = await inviting();
  await db.invitation.update({ where: { id: invitation.id }, data: { licenses: [gone] } });
  return resend(invitation);
}

/** The errors of the writes of invitations. */
export const invitationErrors: Record<string, Omit<Scene, 'valid'>> = {
  'POST /api/tenants/{id}/invitations': {
    errors: {
      INVALID_APPLICATION_ID: (valid) => withLicense(valid, { ...license, applicationId: random }),
      INVALID_LICENSE_TYPE: (valid) => withLicense(valid, { ...license, licenseTypeId: random }),
      NO_SEATS_AVAILABLE: async () => {
        const { token, base } = await inviting(undefined, [license]);
        return { token, path: base, body: { email: `${fresh()}@people.test`, licenses: [license] } };
      },
      ALREADY_MEMBER: async (valid) => ({
        ...valid,
        body: { email: (await addMember(server, tenant.id, 'member')).email },
      }),
      INVITATION_EXISTS: async (valid) => ({
        ...valid,
        body: { email: (await addMember(server, tenant.id, 'member', 'INVITED')).email },
      }),
      RATE_LIMITED: async (valid) => ({ ...valid, body: { email: await tiredRecipient() } }),
    },
  },
  'POST /api/tenants/{id}/invitations/{invitationId}/resend': {
    errors: {
      INVALID_APPLICATION_ID: () => resendWith({ ...license, applicationId: random }),
      INVALID_LICENSE_TYPE: () => resendWith({ ...license, licenseTypeId: random }),
      NO_SEATS_AVAILABLE: async () => resend(await withoutSeats()),
      ALREADY_MEMBER: async () => {
        const { email, userId } = await addUser(server);
        const invitation = await inviting(email);
        const where = { tenantId: invitation.inviter.id, userId };
        await db.membership.updateMany({ where, data: { status: 'ACTIVE' } });
        return resend(invitation);
      },
      INVITATION_EXISTS: async () => {
        const invitation = await inviting();
        await expire(invitation.id);
        await send(server.issuer, 'POST', invitation.base, invitation.token, { email: invitation.email });
        return resend(invitation);
      },
    },
  },
};

function withLicense(valid: Attempt, changed: object): Attempt {
  return { ...valid, body: { ...(valid.body as object), licenses: [changed] } };
}

/** An invitation of an existing user, and the request by which the user accepts it. */
async function invitedUser() {
  const { email, userId } = await addUser(server);
  const { id, inviter } = await inviting(email);
  const secret = await server.mailbox.invitationSecret(email);
  const token = await tokenOf(server.issuer, email);
  return { id, inviter, userId, attempt: { token, path: `/api/invitations/${secret}/accept`, body: {} } };
}

/** The same request without an account, with a password that is easy to guess. */
async function asNewUser(password: string): Promise<Attempt> {
  const { email } = await inviting();
  const secret = await server.mailbox.invitationSecret(email);
  return { token: undefined, path: `/api/invitations/${secret}/accept`, body: { password, displayName: 'Nora' } };
}

export const acceptScene: Scene = {
  valid: async () => (await invitedUser()).attempt,
  errors: {
    INVITATION_EMAIL_MISMATCH: (valid) => ({ ...valid, token: owner }),
    ALREADY_MEMBER: async () => {
      const { attempt, inviter, userId } = await invitedUser();
      await db.membership.updateMany({ where: { tenantId: inviter.id, userId }, data: { status: 'ACTIVE' } });
      return attempt;
    },
    INVITATION_EXPIRED: async () => {
      const { attempt, id } = await invitedUser();
      await expire(id);
      return attempt;
    },
    WEAK_PASSWORD: () => asNewUser('password'),
    RATE_LIMITED: () => asNewUser('password'),
  },
  unreachable: { USER_NOT_FOUND: deletedMeanwhile },
};
