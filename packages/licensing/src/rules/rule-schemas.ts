import { Id, Timestamp, text } from '@org/identity-core';
import { z } from 'zod';

const Named = text(200, { min: 1 });
/** The roles that a rule can name. */
export const RuleRole = z.enum(['owner', 'admin', 'member']);

export const RulesParams = z.object({ id: Id });
export const RuleParams = z.object({ id: Id, ruleId: Id });
export const CreateRuleBody = z.strictObject({
  applicationId: Named,
  licenseTypeId: Named,
  role: RuleRole.optional(),
  groupId: Named.optional(),
});
export const RuleDetails = z.object({
  id: z.uuid(),
  applicationId: z.uuid(),
  licenseTypeId: z.uuid(),
  /** Null: every member. */
  role: RuleRole.nullable(),
  groupId: z.uuid().nullable(),
  createdAt: Timestamp,
});
export const RuleList = z.object({ rules: z.array(RuleDetails) });
