import { IdentityError, isUuid, managesTenant, ofTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost, Role } from '@org/identity-prisma';
import { textsOf } from '@org/identity-ui';
import { ruleNotFound } from '../access/errors.js';
import { findApplication } from '../console/application-area.js';
import { listLicenseChoices } from '../reservations/list-license-choices.js';
import { countRuleMembers } from './count-members.js';
import { createRule } from './create-rule.js';
import { deleteRule } from './delete-rule.js';
import { listRules } from './list-rules.js';
import { pacedRuleBatches } from './rule-runs.js';
import { RuleRole } from './rule-schemas.js';
import { groupPrefix, RulesContent, whoOf } from './rules-content.js';
import { rulesTexts } from './texts.js';

/** A rule for more members is added without showing first what it does to each of them: that would take as long as adding it. */
const maxShown = 1_000;
/** More groups do not fit a list to choose from; the API has all of them. */
const maxGroups = 200;

const areaTexts = textsOf(rulesTexts, ({ rules, notices, refusals }) => ({
  name: rules.name,
  title: rules.name,
  notices,
  refusals,
}));

/** The license rules of one application: add one, delete one. */
export function rulesArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses/:applicationId/rules',
    parent: 'licenses',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const { tenant, principal, language } = visit;
      const { id: applicationId, name, licenseTypes } = await findApplication(host, visit);
      const { rules } = await listRules(host.db, { tenantId: tenant.id, principal, applicationId });
      const names = await host.namesOf(
        rules.map(({ licenseTypeId }) => licenseTypeId),
        { tenantId: tenant.id },
      );
      const groups = await host.db.group.findMany({
        where: { tenantId: tenant.id },
        orderBy: { nameKey: 'asc' },
        take: maxGroups,
        select: { id: true, name: true, memberCount: true },
      });
      const groupNames = await namesOfGroups(
        host,
        tenant.id,
        rules.map(({ groupId }) => groupId),
      );
      const choices = await listLicenseChoices(host, tenant.id);
      const open = choices.find((choice) => choice.applicationId === applicationId)?.licenseTypes ?? [];
      const freeOf = (id: string) => open.find((type) => type.id === id)?.free ?? 0;
      const content = (
        <RulesContent
          {...{ visit, applicationId, groups }}
          rules={rules.map((rule) => ({
            ...rule,
            licenseTypeName: names.get(rule.licenseTypeId) ?? '',
            group: groupNames.get(rule.groupId ?? ''),
          }))}
          licenseTypes={licenseTypes.map((type) => ({ ...type, free: freeOf(type.id) }))}
          countMembers={await countRuleMembers(host.db, tenant.id)}
        />
      );
      return { heading: rulesTexts[language].rules.title(name), content };
    },
    async confirm(visit) {
      const { tenant, language } = visit;
      const action = actionOf(visit);
      const { rules, adding, deleting } = rulesTexts[language];
      if (action.kind === 'add' && (await countMatching(host, tenant.id, action)) > maxShown) return undefined;
      const {
        licenseTypeId,
        role = null,
        groupId,
      } = action.kind === 'add' ? action : await findRule(host, visit, action.ruleId);
      const names = await host.namesOf([licenseTypeId], { tenantId: tenant.id });
      const { title, button, facts } = action.kind === 'add' ? adding : deleting;
      const group = (await namesOfGroups(host, tenant.id, [groupId ?? null])).get(groupId ?? '');
      return { title: title(names.get(licenseTypeId) ?? '', whoOf(rules, role, group)), button, facts };
    },
    async act(visit) {
      const { tenant, principal, params } = visit;
      const call = { tenantId: tenant.id, principal };
      const action = actionOf(visit);
      if (action.kind === 'delete') {
        await deleteRule(host, { ...call, ruleId: action.ruleId });
        return { done: 'rule-deleted' };
      }
      const { licenseTypeId, role, groupId } = action;
      const rule = { ...call, applicationId: params['applicationId'] ?? '', licenseTypeId, role, groupId };
      await createRule(host, rule, pacedRuleBatches);
      return { done: 'rule-added' };
    },
  };
}

/** Exactly one of the page's buttons was pressed. */
function actionOf({ form }: TenantVisit) {
  const ruleId = form['delete'];
  if ((ruleId === undefined) === (form['add'] === undefined))
    throw new IdentityError('VALIDATION_FAILED', 'Press one button of the page.');
  if (ruleId !== undefined) return { kind: 'delete' as const, ruleId };
  const chosen = form['role'] ?? '';
  const add = { kind: 'add' as const, licenseTypeId: form['licenseTypeId'] ?? '' };
  if (chosen.startsWith(groupPrefix)) return { ...add, role: undefined, groupId: chosen.slice(groupPrefix.length) };
  const role = chosen ? RuleRole.safeParse(chosen) : undefined;
  if (role?.success === false) throw new IdentityError('VALIDATION_FAILED', 'Choose a role.');
  return { ...add, role: role?.data, groupId: undefined };
}

/** How many active members a new rule is for. A group that does not exist has none: adding the rule refuses it. */
async function countMatching(
  { db }: IdentityPluginHost,
  tenantId: string,
  { role = null, groupId }: { role?: Role | null | undefined; groupId?: string | undefined },
): Promise<number> {
  if (groupId === undefined) return (await countRuleMembers(db, tenantId))(role);
  const where = { id: groupId, tenantId };
  const group = isUuid(groupId) ? await db.group.findFirst({ where, select: { memberCount: true } }) : null;
  return group?.memberCount ?? 0;
}

async function namesOfGroups({ db }: IdentityPluginHost, tenantId: string, groupIds: readonly (string | null)[]) {
  const ids = groupIds.filter((id): id is string => id !== null && isUuid(id));
  const groups = ids.length === 0 ? [] : await db.group.findMany({ where: { tenantId, id: { in: ids } } });
  return new Map(groups.map(({ id, name }) => [id, name]));
}

/** A rule of the application of the page. */
async function findRule(host: IdentityPluginHost, { tenant, principal, params }: TenantVisit, ruleId: string) {
  const applicationId = params['applicationId'] ?? '';
  const { rules } = await listRules(host.db, { tenantId: tenant.id, principal, applicationId });
  const rule = rules.find(({ id }) => id === ruleId);
  if (!rule) throw ruleNotFound();
  return rule;
}
