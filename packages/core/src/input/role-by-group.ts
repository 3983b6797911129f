import { z } from 'zod';
import { text } from './text.js';

/** The most groups with a role, in one connection or directory. */
const maxRules = 50;

/** A role that a group can give. Owners are never made by a rule. */
export const RuledRole = z.enum(['admin', 'member']);

const GroupId = text(100).check(z.uuid()).toLowerCase();

/** The role that the members of a group get, by the id of the group. */
export const RoleByGroup = z
  .record(GroupId, RuledRole)
  .refine((rules) => Object.keys(rules).length <= maxRules, `must have ${maxRules} groups at most`);
export type RoleByGroup = z.output<typeof RoleByGroup>;
