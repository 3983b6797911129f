import { line } from '@org/identity-ui';

/** How many people there are, on the overview of a tenant's console. */
export const people = {
  title: 'People',
  active: 'Active members',
  suspended: 'Suspended members',
  invitations: 'Open invitations',
  moreThan: (count: string) => line`more than ${count}`,
  yourRole: 'Your role',
};

/** What those who manage the tenant should look at. */
export const attention = {
  expiring: 'Invitations that expire within two days',
  expired: 'Invitations that expired without an answer in the last seven days',
  more: 'and more',
  suspended: (count: number) => (count === 1 ? '1 member is suspended' : line`${count} members are suspended`),
  onlyOwner: 'There is only one owner',
  onlyOwnerWhy: 'If this person loses access, nobody else can manage owners. Make another member an owner.',
};
