import {
  fieldErrors,
  IdentityError,
  managesTenant,
  ofTenant,
  readForm,
  type TenantArea,
  type TenantVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { checkedIds, pageNumberOf, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { deleteGroup, updateGroup } from '../groups/change-group.js';
import { listGroupMembers, removeGroupMembers } from '../groups/group-members.js';
import { UpdateGroupBody } from '../groups/group-schemas.js';
import { getGroup } from '../groups/list-groups.js';
import { GroupContent } from './group-content.js';
import { groupPagesTexts } from './texts.js';

const rowsPerPage = 50;

const areaTexts = textsOf(groupPagesTexts, ({ group, notices, refusals }) => ({
  name: group.name,
  title: group.name,
  notices,
  refusals,
}));

const GroupAction = z.object({ action: z.enum(['save', 'remove', 'delete']) });
const actionIn = ({ form }: TenantVisit) => readForm(GroupAction, form).action;

/** One group: who is in it, its name, and its deletion. */
export function groupArea(host: IdentityPluginHost): TenantArea {
  const callOf = ({ tenant, principal, params }: TenantVisit) => ({
    tenantId: tenant.id,
    principal,
    groupId: params['groupId'] ?? '',
  });
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'groups/:groupId',
    parent: 'groups',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit, errors) {
      const call = callOf(visit);
      const group = await getGroup(host.db, call);
      const page = { page: pageNumberOf(visit.query), limit: rowsPerPage };
      const { members, pagination } = await listGroupMembers(host.db, { ...call, ...page });
      return { heading: group.name, content: <GroupContent {...{ visit, group, members, pagination, errors }} /> };
    },
    errorsOf: (refusal, language) =>
      fieldErrors(refusal, { codes: { GROUP_EXISTS: 'name' }, fields: { ...groupPagesTexts[language].fields } }),
    async confirm(visit) {
      const action = actionIn(visit);
      const { confirm } = groupPagesTexts[visit.language];
      if (action === 'save') return undefined;
      if (action === 'delete') {
        const { name } = await getGroup(host.db, callOf(visit));
        return { ...confirm.delete, title: confirm.delete.title(name) };
      }
      const userIds = chosenUsers(visit);
      const names = await host.namesOf(userIds, { tenantId: visit.tenant.id });
      const { one, many, button, facts } = confirm.remove;
      const [first = ''] = userIds;
      return { title: userIds.length === 1 ? one(names.get(first) ?? '') : many(userIds.length), button, facts };
    },
    async act(visit) {
      const call = callOf(visit);
      const action = actionIn(visit);
      if (action === 'delete') {
        await deleteGroup(host, call);
        return { redirect: `${visit.base}/groups?done=deleted` };
      }
      if (action === 'remove') {
        await removeGroupMembers(host, { ...call, userIds: chosenUsers(visit) });
        return { done: 'removed' };
      }
      const { name, description = '' } = visit.form;
      const changes = readForm(UpdateGroupBody, { name, description: description.trim() || null });
      await updateGroup(host, { ...call, changes });
      return { done: 'saved' };
    },
  };
}

/** The people that were checked on the page. */
export function chosenUsers({ form }: TenantVisit): string[] {
  const userIds = checkedIds(form, 'user');
  if (userIds.length > 0) return userIds;
  throw new IdentityError('VALIDATION_FAILED', 'Select at least one person.', { reason: 'NONE_CHOSEN' });
}
