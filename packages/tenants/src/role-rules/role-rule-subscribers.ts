import type { DomainEvent, Subscriber } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { followRules } from './follow-rules.js';

type Services = Pick<IdentityPluginHost, 'events'>;

/** Lets the roles of members follow their groups, whoever changes those, in the same transaction. */
export function roleRuleSubscribers({ events }: Services): Subscriber<Transaction>[] {
  const follow = async (tx: Transaction, moved: readonly DomainEvent[]) => {
    const [first] = moved;
    if (!first || first.tenantId === null) return;
    const userIds = moved.flatMap(({ subjectId }) => subjectId ?? []);
    await followRules(tx, events, { tenantId: first.tenantId, actor: first.actor, userIds });
  };
  const onMove = (on: 'group.member_added' | 'group.member_removed'): Subscriber<Transaction> => ({
    on,
    handle: (tx, event) => follow(tx, [event]),
    handleAll: follow,
  });
  return [
    onMove('group.member_added'),
    onMove('group.member_removed'),
    {
      on: 'group.deleted',
      async handle(tx, { tenantId, subjectId, actor }) {
        if (tenantId === null || subjectId === null) return;
        await followRules(tx, events, { tenantId, actor, withoutGroupId: subjectId });
      },
    },
    {
      on: 'member.role_changed',
      handle: (tx, event) => forgetGiven(tx, [event]),
      handleAll: forgetGiven,
    },
  ];
}

/** A role that somebody has set by hand is not taken back by a rule. */
async function forgetGiven(tx: Transaction, changes: readonly DomainEvent[]): Promise<void> {
  const byHand = changes.filter(({ data }) => data['byRule'] !== true);
  if (byHand.length === 0) return;
  const members = byHand.map(({ tenantId, subjectId }) => ({ tenantId, userId: subjectId }));
  await tx.$executeRaw`
    DELETE FROM identity.given_roles given
    USING jsonb_to_recordset(${JSON.stringify(members)}::jsonb) AS changed("tenantId" uuid, "userId" uuid)
    WHERE given.tenant_id = changed."tenantId" AND given.user_id = changed."userId"`;
}
