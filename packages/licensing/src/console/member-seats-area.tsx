import {
  isIdentityError,
  managesTenant,
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
import { revokeSeats } from '../seats/revoke-seats.js';
import { summarizeSeats } from '../subscriptions/summarize-seats.js';
import { takeBackQuestion } from './application-area.js';
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
  return {
    place: 'tenant',
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
      if (applicationId === undefined) return undefined;
      const { userId } = await find(visit);
      const seats = await listSeatsOfUser(host, { principal: visit.principal, userId });
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
      const licenseTypeId = form['license'] ?? '';
      const applications = await summarizeSeats(host, { principal });
      const application = applications.find(({ licenseTypes }) => licenseTypes.some(({ id }) => id === licenseTypeId));
      if (!application) throw invalidLicenseType();
      await grantSeats(host, { principal, applicationId: application.id, licenseTypeId, userIds: [userId] });
      return { done: 'seat-granted' };
    },
  };
}

/** The page of another member has no such section for plain members, and for super admins without a second factor. */
function unlessForbidden(error: unknown): SeatMember | undefined {
  if (isIdentityError(error) && (error.code === 'FORBIDDEN' || error.reason === superAdminReason)) return undefined;
  throw error;
}
