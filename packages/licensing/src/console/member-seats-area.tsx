import {
  isIdentityError,
  managesTenant,
  ofTenant,
  superAdminReason,
  type TenantArea,
  type TenantVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { textsOf } from '@org/identity-ui';
import { invalidLicenseType } from '../access/errors.js';
import { findSeatMember, type SeatMember } from '../seats/find-seat-member.js';
import { grantSeats } from '../seats/grant-seats.js';
import { listSeatsOfUser } from '../seats/list-seats-of-user.js';
import { replaceSeats } from '../seats/replace-seats.js';
import { revokeSeats } from '../seats/revoke-seats.js';
import { summarizeSeats } from '../subscriptions/summarize-seats.js';
import { changeQuestion, takeBackQuestion } from './application-area.js';
import { MemberSeatsContent } from './member-seats-content.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ member, notices, refusals }) => ({
  name: member.name,
  title: member.title,
  notices,
  refusals,
}));

/** The seats of one member, below the member's page. Plain members see only their own. */
export function memberSeatsArea(host: IdentityPluginHost): TenantArea {
  const find = ({ principal, params }: TenantVisit) =>
    findSeatMember(host.db, { principal, membershipId: params['membershipId'] ?? '' });
  /** The application of the license type that was chosen. */
  const findChosen = async ({ principal, form }: TenantVisit) => {
    const applications = await summarizeSeats(host, { principal });
    return applications.find(({ licenseTypes }) => licenseTypes.some(({ id }) => id === form['license']));
  };
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'members/:membershipId/seats',
    sectionOf: 'members/:membershipId',
    parent: 'members',
    order: 30,
    texts: areaTexts,
    async draw(visit) {
      const { principal } = visit;
      const member = await find(visit).catch(unlessForbidden);
      if (!member) return null;
      const seats = await listSeatsOfUser(host, { principal, userId: member.userId });
      const applications = managesTenant(visit) ? await summarizeSeats(host, { principal }) : undefined;
      return <MemberSeatsContent {...{ visit, member, seats, applications }} />;
    },
    async confirm(visit) {
      const applicationId = visit.form['takeBack'];
      const { userId } = await find(visit);
      const seats = await listSeatsOfUser(host, { principal: visit.principal, userId });
      if (applicationId === undefined) {
        const application = await findChosen(visit);
        const held = seats.some((seat) => seat.applicationId === application?.id);
        return application && held ? changeQuestion(host, visit, { userIds: [userId], application }) : undefined;
      }
      const seat = seats.find((each) => each.applicationId === applicationId);
      // Without a seat, `act` refuses.
      return seat && takeBackQuestion(host, visit, { userIds: [userId], application: seat.applicationName });
    },
    async act(visit) {
      const { principal, form } = visit;
      const { userId } = await find(visit);
      const taken = form['takeBack'];
      if (taken !== undefined) {
        await revokeSeats(host, { principal, applicationId: taken, userIds: [userId] });
        return { done: 'seat-taken-back' };
      }
      const application = await findChosen(visit);
      if (!application) throw invalidLicenseType();
      const seats = await listSeatsOfUser(host, { principal, userId });
      const held = seats.some((seat) => seat.applicationId === application.id);
      const input = {
        principal,
        applicationId: application.id,
        licenseTypeId: form['license'] ?? '',
        userIds: [userId],
      };
      await (held ? replaceSeats(host, input) : grantSeats(host, input));
      return { done: held ? 'seat-changed' : 'seat-granted' };
    },
  };
}

/** The page of another member has no such section for plain members, and for super admins without a second factor. */
function unlessForbidden(error: unknown): SeatMember | undefined {
  if (isIdentityError(error) && (error.code === 'FORBIDDEN' || error.reason === superAdminReason)) return undefined;
  throw error;
}
