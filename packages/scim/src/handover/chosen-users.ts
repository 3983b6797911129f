import { IdentityError, type TenantVisit } from '@org/identity-core';
import { checkedIds } from '@org/identity-ui';
import { maxAdopted } from '../schemas.js';

/** The members that were checked on the page, which lists more than can be handed over at once. */
export function chosenUsers({ form }: TenantVisit): string[] {
  const userIds = checkedIds(form, 'user');
  if (userIds.length === 0) throw badChoice('Select at least one member.', 'NONE_CHOSEN');
  if (userIds.length > maxAdopted) throw badChoice(`Select ${maxAdopted} members at most.`, 'TOO_MANY_CHOSEN');
  return userIds;
}

const badChoice = (message: string, reason: 'NONE_CHOSEN' | 'TOO_MANY_CHOSEN') =>
  new IdentityError('VALIDATION_FAILED', message, { reason });
