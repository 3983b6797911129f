import type { Transaction } from '@org/identity-prisma';
import type { LogNotes } from '../log/write-log.js';
import { applyOperation } from '../protocol/apply-patch.js';
import { requireMatch } from '../protocol/etag.js';
import { type Findings, newFindings, refuseProblems } from '../protocol/findings.js';
import { groupType } from '../protocol/group-schema.js';
import { type Operation, readPatch } from '../protocol/read-patch.js';
import { readResource, type Values } from '../protocol/read-resource.js';
import { memberIds, readValue } from '../protocol/read-value.js';
import { invalid } from '../protocol/scim-error.js';
import { changedNames } from '../protocol/stored-values.js';
import { keyOf, textOf } from '../protocol/text-values.js';
import { actorOfDirectory, type CallingDirectory, groupsOf, type ScimServices } from '../services.js';
import { changeDirectory, lockTenantOf, type UpdateInput } from '../sync/change-directory.js';
import { changeMembers, type MemberChange } from './change-members.js';
import { timeoutOf } from './create-group.js';
import { findGroup, type GroupRow, requireUniqueGroup } from './group-row.js';

/** What a request changes of a group. */
interface GroupChange {
  readonly values: Values;
  readonly members: readonly MemberChange[];
}

/** Replaces a group. Without `members` it has none afterwards. */
export function replaceGroup(services: ScimServices, input: UpdateInput): Promise<GroupRow> {
  return updateGroup(services, { ...input, method: 'PUT' }, (_before, findings) => {
    const { members, values } = withoutMembers(readResource(groupType, input.body, findings));
    refuseProblems(findings);
    const ids = memberIds(members);
    return { values, members: [ids.length === 0 ? { op: 'clear' } : { op: 'replace', ids }] };
  });
}

/** Changes the name or some members of a group. */
export function patchGroup(services: ScimServices, input: UpdateInput): Promise<GroupRow> {
  return updateGroup(services, { ...input, method: 'PATCH' }, (before, findings) => {
    const values: Values = new Map(before);
    const members: MemberChange[] = [];
    for (const operation of readPatch(groupType, input.body, findings)) {
      if (operation.target.key === 'members') members.push(memberChange(operation, findings));
      else applyOperation(values, operation, findings);
    }
    refuseProblems(findings);
    return { values, members };
  });
}

/** Entra ID removes members by a value instead of a filter. Without either, all of them are removed. */
function memberChange({ op, target: { attribute, sub, where }, value }: Operation, findings: Findings): MemberChange {
  if (sub) throw invalid('invalidPath', 'A part of a member cannot be changed.');
  if (where) {
    const [id] = [where.get('value')];
    if (op !== 'remove' || typeof id !== 'string' || where.size > 1)
      throw invalid('invalidPath', 'Members are found by their value, to remove them.');
    return { op, ids: memberIds([new Map([['value', id]])]) };
  }
  const ids = memberIds(readValue(attribute, value, findings));
  if (op === 'remove' && (value === undefined || value === null)) return { op: 'clear' };
  return op === 'replace' && ids.length === 0 ? { op: 'clear' } : { op, ids };
}

function withoutMembers(all: Values) {
  const values: Values = new Map(all);
  values.delete('members');
  return { values, members: all.get('members') };
}

function updateGroup(
  services: ScimServices,
  { directory, id, body, ifMatch, method }: UpdateInput & { method: 'PUT' | 'PATCH' },
  read: (before: Values, findings: Findings) => GroupChange,
): Promise<GroupRow> {
  const { directoryId } = directory;
  const request = { method, resource: 'Group' } as const;
  return changeDirectory(services, { directory, request, timeout: timeoutOf(body) }, async (tx, notes) => {
    await lockTenantOf(tx, directory);
    const row = await findGroup(tx, { directoryId, id });
    noteGroup(notes, row);
    requireMatch(ifMatch, row.version);
    const before = valuesOf(row);
    const findings = newFindings();
    const { values, members } = read(before, findings);
    notes.ignored = findings.ignored;
    const changed = changedNames(groupType, before, values);
    if (changed.length > 0) await store(tx, services, { directory, row, values });
    let moved = false;
    for (const change of members)
      moved = (await changeMembers(tx, services, { directory, group: row, change })) || moved;
    notes.attributes = [...changed, ...(moved ? ['members'] : [])];
    if (notes.attributes.length === 0) return row;
    notes.outcomes.add(moved ? 'members' : 'stored');
    return tx.directoryGroup.update({ where: { id: row.id }, data: { version: { increment: 1 } } });
  });
}

async function store(
  tx: Transaction,
  services: ScimServices,
  { directory, row, values }: { directory: CallingDirectory; row: GroupRow; values: Values },
): Promise<void> {
  const { directoryId, tenantId } = directory;
  const [displayName, externalId] = [textOf(values, 'displayName'), textOf(values, 'externalId') ?? null];
  if (displayName === undefined) throw invalid('invalidValue', 'displayName is required.');
  await requireUniqueGroup(tx, { directoryId, externalId, exceptId: row.id });
  if (displayName !== row.displayName) {
    const actor = actorOfDirectory(directory);
    await groupsOf(services).rename(tx, { tenantId, groupId: row.groupId, name: displayName, actor });
  }
  const data = { displayName, displayNameKey: keyOf(displayName), externalId };
  await tx.directoryGroup.update({ where: { id: row.id }, data });
}

function valuesOf({ displayName, externalId }: GroupRow): Values {
  const values: Values = new Map([['displayName', displayName]]);
  return externalId === null ? values : values.set('externalId', externalId);
}

function noteGroup(notes: LogNotes, { id, displayName }: GroupRow): void {
  notes.resourceId = id;
  notes.subject = displayName;
}

/** Deletes a group of the directory and of the tenant. Its members stay members. */
export function deleteGroup(
  services: ScimServices,
  { directory, id, ifMatch }: Omit<UpdateInput, 'body'>,
): Promise<void> {
  const request = { method: 'DELETE', resource: 'Group' } as const;
  return changeDirectory(services, { directory, request }, async (tx, notes) => {
    const { directoryId, tenantId } = directory;
    await lockTenantOf(tx, directory);
    const row = await findGroup(tx, { directoryId, id });
    noteGroup(notes, row);
    requireMatch(ifMatch, row.version);
    // Its resource and its members are deleted with it.
    await groupsOf(services).remove(tx, { tenantId, groupId: row.groupId, actor: actorOfDirectory(directory) });
    notes.outcomes.add('deleted');
  });
}
