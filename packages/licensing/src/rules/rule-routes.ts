import { anyToken, Done, ofTenant, type Route, route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { createRule } from './create-rule.js';
import { deleteRule } from './delete-rule.js';
import { listRules } from './list-rules.js';
import { pacedRuleBatches } from './rule-runs.js';
import * as schemas from './rule-schemas.js';

const base = '/api/tenants/:id/license-rules';

/** The routes of license rules. */
export function ruleRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: base,
      summary: 'The license rules of a tenant',
      description: 'For admins, owners and super admins. The oldest rule comes first.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'licenses:read',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.RulesParams,
      reply: schemas.RuleList,
      handle: ({ principal, params }) => listRules(host.db, { tenantId: params.id, principal }),
    }),
    route({
      method: 'post',
      path: base,
      summary: 'Add a license rule',
      description:
        'For admins, owners and super admins. Members who match get a seat at once, in the order in which they joined; without a free seat they wait. In a tenant with thousands of members this goes on for a while after the response.',
      errors: [
        'SECOND_FACTOR_REQUIRED',
        'INVALID_APPLICATION_ID',
        'INVALID_LICENSE_TYPE',
        'TENANT_NOT_FOUND',
        'RULE_EXISTS',
      ],
      scope: 'licenses:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.RulesParams,
      body: schemas.CreateRuleBody,
      reply: schemas.RuleDetails,
      status: 201,
      handle: ({ principal, params, body }) =>
        createRule(host, { tenantId: params.id, principal, ...body }, pacedRuleBatches),
    }),
    route({
      method: 'delete',
      path: `${base}/:ruleId`,
      summary: 'Delete a license rule',
      description: 'For admins, owners and super admins. Nobody loses a seat, or a place in a waiting list.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'RULE_NOT_FOUND'],
      scope: 'licenses:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.RuleParams,
      reply: Done,
      handle: ({ principal, params }) => deleteRule(host, { tenantId: params.id, principal, ruleId: params.ruleId }),
    }),
  ];
}
