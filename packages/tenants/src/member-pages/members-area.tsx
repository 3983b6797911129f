import { IdentityError, ofTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { checkedIds, textsOf } from '@org/identity-ui';
import { getMembers, maxChosen } from '../members/get-members.js';
import {
  concernedPath,
  concernsOwners,
  confirmationOf,
  type MemberAction,
  readAction,
  runAction,
} from './member-action.js';
import { MembersContent } from './members-content.js';
import { membersCsv } from './members-csv.js';
import { findMembers, readFilter } from './members-query.js';
import { memberPagesTexts } from './texts.js';

export const rowsPerPage = 50;

const areaTexts = textsOf(memberPagesTexts, ({ list, notices, refusals }) => ({
  name: list.nav,
  title: list.title,
  notices,
  refusals,
}));

/** The members of a tenant: search, filters, CSV, and changes of several members at once for those who manage them. */
export function membersArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'members',
    order: 10,
    group: 'people',
    texts: areaTexts,
    async draw(visit, refused) {
      const filter = readFilter(visit.query);
      const page = await findMembers(host.db, visit, filter, { limit: rowsPerPage, after: visit.query['after'] });
      return <MembersContent {...{ visit, filter, page }} problem={refused?.[concernedPath]} />;
    },
    downloads: { members: async (visit) => membersCsv(host.db, visit) },
    errorsOf({ details, text }) {
      const concerned = details.find(({ path }) => path === concernedPath);
      return concerned ? { [concernedPath]: `${concerned.message}: ${text}` } : {};
    },
    needsFreshSignIn: async (visit) => concernsOwners(readBulkAction(visit.form), await chosenMembers(host, visit)),
    async confirm(visit) {
      const { language, tenant } = visit;
      const texts = { texts: memberPagesTexts[language], roles: memberPagesTexts[language].roles, tenant: tenant.name };
      return confirmationOf(readBulkAction(visit.form), await chosenMembers(host, visit), texts);
    },
    // With `confirm` all changes are in one transaction: if one is refused, none is made.
    async act(visit) {
      const action = readBulkAction(visit.form);
      const { principal, tenant } = visit;
      await runAction(host, { tenantId: tenant.id, principal }, action, await chosenMembers(host, visit));
      return { done: action.action };
    },
  };
}

/** Leaving is for one's own membership only: the page of a member has that form. */
function readBulkAction(form: TenantVisit['form']): MemberAction {
  const action = readAction(form);
  if (action.action === 'leave') throw new IdentityError('VALIDATION_FAILED', 'Members leave one by one.');
  return action;
}

async function chosenMembers({ db }: IdentityPluginHost, visit: TenantVisit) {
  const membershipIds = checkedIds(visit.form, 'member');
  if (membershipIds.length === 0) throw refused('NONE_CHOSEN');
  if (membershipIds.length > maxChosen) throw refused('TOO_MANY_CHOSEN');
  return getMembers(db, { tenantId: visit.tenant.id, principal: visit.principal, membershipIds });
}

const refused = (reason: 'NONE_CHOSEN' | 'TOO_MANY_CHOSEN') =>
  new IdentityError('VALIDATION_FAILED', `Select 1 to ${maxChosen} members.`, { reason });
