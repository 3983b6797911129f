import { line } from '@org/identity-ui';

const number = (count: number) => count.toLocaleString('en-GB');

/** The end of an organization. */
export const deletion = {
  name: 'Delete organization',
  title: 'Delete organization',
  lead: 'The organization is deleted with its members, invitations, subscriptions, seats and clients. This cannot be undone.',
  accounts: 'The accounts of its members stay.',
  slugLabel: (slug: string) => line`Type ${slug} to confirm`,
  slugWrong: (slug: string) => line`This is not the short name. Type ${slug}.`,
  button: 'Delete organization',
};

export const deletionConfirm = {
  title: (name: string) => line`Delete ${name}?`,
  button: 'Delete it for good',
  members: (count: number) => (count === 1 ? '1 member loses access.' : line`${number(count)} members lose access.`),
  subscriptions: (count: number, seats: number) => {
    const ended = count === 1 ? '1 subscription ends' : line`${number(count)} subscriptions end`;
    return line`${ended}, with ${seats === 1 ? '1 seat' : line`${number(seats)} seats`} in use.`;
  },
  slugHeld: (slug: string, days: number) =>
    line`The short name ${slug} cannot be used again for ${days === 1 ? '1 day' : line`${days} days`}.`,
  slugFree: (slug: string) => line`The short name ${slug} can be used by anyone right away.`,
  final: 'This cannot be undone.',
};
