import { uuidV7 } from '@org/identity-prisma';
import { newFindings, refuseProblems } from '../protocol/findings.js';
import { groupType } from '../protocol/group-schema.js';
import { readResource } from '../protocol/read-resource.js';
import { memberIds } from '../protocol/read-value.js';
import { invalid } from '../protocol/scim-error.js';
import { keyOf, textOf } from '../protocol/text-values.js';
import { actorOfDirectory, type CallingDirectory, groupsOf, type ScimServices } from '../services.js';
import { changeDirectory, lockTenantOf } from '../sync/change-directory.js';
import { changeMembers } from './change-members.js';
import { findGroup, type GroupRow, requireUniqueGroup } from './group-row.js';

/** The longest that a change of many members may take, in milliseconds. */
export const longChange = 120_000;
/** With fewer members, the usual time is enough. */
export const fewMembers = 500;

/** Adds a group of the directory, and a group of the tenant that only the directory changes. */
export function createGroup(
  services: ScimServices,
  { directory, body }: { directory: CallingDirectory; body: Readonly<Record<string, unknown>> },
): Promise<GroupRow> {
  const request = { method: 'POST', resource: 'Group' } as const;
  return changeDirectory(services, { directory, request, timeout: timeoutOf(body) }, async (tx, notes) => {
    const findings = newFindings();
    const values = readResource(groupType, body, findings);
    notes.ignored = findings.ignored;
    refuseProblems(findings);
    const displayName = textOf(values, 'displayName');
    notes.subject = displayName;
    notes.attributes = [...values.keys()];
    if (displayName === undefined) throw invalid('invalidValue', 'displayName is required.');
    const ids = memberIds(values.get('members'));
    await lockTenantOf(tx, directory);
    const { directoryId, tenantId } = directory;
    const externalId = textOf(values, 'externalId') ?? null;
    await requireUniqueGroup(tx, { directoryId, externalId });
    const actor = actorOfDirectory(directory);
    const { groupId } = await groupsOf(services).create(tx, { tenantId, name: displayName, actor });
    const names = { displayName, displayNameKey: keyOf(displayName), externalId };
    const id = uuidV7();
    notes.resourceId = id;
    await tx.directoryGroup.create({ data: { id, directoryId, tenantId, groupId, ...names } });
    notes.outcomes.add('stored');
    await changeMembers(tx, services, { directory, group: { id, groupId }, change: { op: 'add', ids } });
    return findGroup(tx, { directoryId, id });
  });
}

/** More time for a body with many members. What it holds is checked later. */
export function timeoutOf(body: Readonly<Record<string, unknown>>): number | undefined {
  const lists = Object.values(body).flatMap((value) => (Array.isArray(value) ? [value] : []));
  const inner = lists.flat().flatMap((one: unknown) => {
    const value = typeof one === 'object' && one !== null && 'value' in one ? one.value : undefined;
    return Array.isArray(value) ? [value] : [];
  });
  return [...lists, ...inner].some(({ length }) => length > fewMembers) ? longChange : undefined;
}
