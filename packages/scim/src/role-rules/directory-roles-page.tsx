import { isDeepStrictEqual } from 'node:util';
import {
  type AreaIn,
  type Confirmation,
  countRoleChanges,
  fieldErrors,
  firstOf,
  readForm,
  type TenantVisit,
} from '@org/identity-core';
import { Button, Empty, Form, GroupRoles, groupRolesForm, groupRolesIn, textsOf } from '@org/identity-ui';
import { getDirectory } from '../directories/list-directories.js';
import { confirmFirst, updateDirectory } from '../directories/update-directory.js';
import { UpdateDirectoryBody } from '../schemas.js';
import type { ScimServices } from '../services.js';
import { listRuledGroups } from './list-ruled-groups.js';
import { roleRulesTexts } from './texts.js';

const areaTexts = textsOf(roleRulesTexts, ({ roleRules, notices }) => ({
  name: roleRules.heading,
  title: roleRules.heading,
  notices,
  refusals: {},
}));

/** The roles that members of a directory's groups get. */
export function directoryRolesPage(services: ScimServices): AreaIn<TenantVisit> {
  return {
    path: 'directories/:directoryId/roles',
    parent: 'directories',
    texts: areaTexts,
    needsFreshSignIn: () => true,
    errorsOf(refusal, language) {
      const { fields, roleRules } = roleRulesTexts[language];
      const isUnconfirmed = refusal.details.some(({ message }) => message === confirmFirst);
      return fieldErrors(refusal, { fields: isUnconfirmed ? { roleByGroup: roleRules.unconfirmed } : fields });
    },
    async draw(visit, errors) {
      const { roleRules: texts } = roleRulesTexts[visit.language];
      const { id, name, roleByGroup } = await getDirectory(services, callOf(visit));
      const wanted = { tenantId: visit.tenant.id, directoryId: id, ruled: Object.keys(roleByGroup) };
      const groups = await listRuledGroups(services.db, wanted);
      const { label, hint, words } = texts;
      const form = errors ? visit.form : groupRolesForm(roleByGroup);
      const page = `${visit.base}/directories/${id}`;
      const content = (
        <>
          {groups.length === 0 ? (
            <Empty>{texts.empty}</Empty>
          ) : (
            <Form action={`${page}/roles`} hidden={{ ...visit.hidden }}>
              <GroupRoles
                {...{ form, groups, label, hint, words }}
                error={errors?.['roleByGroup']}
                autofocus={firstOf(errors) === 'roleByGroup'}
              />
              <Button>{texts.save}</Button>
            </Form>
          )}
          <p>
            <a href={page}>{texts.back}</a>
          </p>
        </>
      );
      return { heading: texts.title(name), content };
    },
    async confirm(visit) {
      const { confirm } = roleRulesTexts[visit.language];
      const { name, roleByGroup } = await getDirectory(services, callOf(visit));
      if (isDeepStrictEqual(roleByGroup, groupRolesIn(visit.form))) return undefined;
      const factsOf: Confirmation['factsOf'] = (events) => confirm.facts(countRoleChanges(events));
      return { title: confirm.title(name), button: confirm.button, factsOf, onlyWithFacts: true };
    },
    async act(visit) {
      const call = callOf(visit);
      const { roleByGroup: before } = await getDirectory(services, call);
      const changes = readForm(UpdateDirectoryBody, { roleByGroup: groupRolesIn(visit.form) });
      const { roleByGroup } = await updateDirectory(services, { ...call, changes });
      return { done: JSON.stringify(before) === JSON.stringify(roleByGroup) ? 'rolesUnchanged' : 'rolesSaved' };
    },
  };
}

const callOf = ({ tenant, principal, params }: TenantVisit) => ({
  tenantId: tenant.id,
  principal,
  directoryId: params['directoryId'] ?? '',
});
