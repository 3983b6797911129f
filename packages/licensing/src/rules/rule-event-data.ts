import type { Role } from '@org/identity-prisma';

interface ToldRule {
  readonly applicationId: string;
  readonly licenseTypeId: string;
  readonly role: Role | null;
  readonly group: { readonly id: string; readonly name: string } | null;
}

/** What the events of a rule say about it. The name of a group stays readable after the group is gone. */
export function ruleEventData({ applicationId, licenseTypeId, role, group }: ToldRule) {
  return { applicationId, licenseTypeId, role, ...(group ? { groupId: group.id, group: group.name } : {}) };
}
