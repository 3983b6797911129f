import {
  IdentityError,
  managesTenant,
  ofTenant,
  ownsTenant,
  type TenantArea,
  type TenantVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { textsOf } from '@org/identity-ui';
import { type FoundMember, getMember } from '../members/get-members.js';
import { concernsOwners, confirmationOf, nameOf, readAction, runAction } from './member-action.js';
import { MemberContent } from './member-content.js';
import { memberPagesTexts } from './texts.js';

const areaTexts = textsOf(memberPagesTexts, ({ member, notices, refusals }) => ({
  name: member.nav,
  title: member.title,
  notices,
  refusals,
}));

/** One member of a tenant, with what the visitor may do: change the role, suspend, remove, or leave. */
export function memberArea(host: IdentityPluginHost): TenantArea {
  const find = ({ tenant, principal, params }: TenantVisit) =>
    getMember(host.db, { tenantId: tenant.id, principal, membershipId: params['membershipId'] ?? '' });
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'members/:membershipId',
    parent: 'members',
    texts: areaTexts,
    async draw(visit) {
      const member = await find(visit);
      const isSelf = member.userId === visit.principal.userId;
      const canChange = managesTenant(visit) && (member.role !== 'owner' || ownsTenant(visit));
      return { heading: nameOf(member), content: <MemberContent {...{ visit, member, isSelf, canChange }} /> };
    },
    needsFreshSignIn: async (visit) => concernsOwners(readAction(visit.form), [await find(visit)]),
    async confirm(visit) {
      const { language, tenant } = visit;
      const action = readAction(visit.form);
      if (action.action === 'reactivate') return undefined;
      const texts = { texts: memberPagesTexts[language], roles: memberPagesTexts[language].roles, tenant: tenant.name };
      return confirmationOf(action, [await find(visit)], texts);
    },
    async act(visit) {
      const { tenant, principal, base, form } = visit;
      const action = readAction(form);
      const member = await find(visit);
      if (action.action === 'leave' && !isOwn(member, visit)) throw notSelf();
      await runAction(host, { tenantId: tenant.id, principal }, action, [member]);
      if (action.action === 'leave' || (action.action === 'remove' && isOwn(member, visit)))
        return { redirect: '/console?done=left' };
      if (action.action === 'remove') return { redirect: `${base}/members?done=remove` };
      return { done: action.action };
    },
  };
}

const isOwn = ({ userId }: FoundMember, { principal }: TenantVisit) => userId === principal.userId;
const notSelf = () => new IdentityError('FORBIDDEN', 'Members can leave only for themselves.');
