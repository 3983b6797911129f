import type { DomainEvent } from '../events/events.js';

/** How many members rules about groups make admins, and from how many they take that role, by the events of a change. */
export function countRoleChanges(events: readonly DomainEvent[]): { readonly given: number; readonly taken: number } {
  const byRule = events.filter(({ type, data }) => type === 'member.role_changed' && data['byRule'] === true);
  const given = byRule.filter(({ data }) => data['role'] === 'admin').length;
  return { given, taken: byRule.length - given };
}
