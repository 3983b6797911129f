import { line } from '@org/identity-ui';

/** The part of a directory's page about members whom it does not manage. */
export const pending = {
  heading: 'Not managed by the directory',
  lead: 'The directory sent these members but does not manage them. It cannot suspend, reactivate or rename them until you hand them over.',
  member: 'Member',
  role: 'Role',
  wish: 'What the directory wants',
  wishes: { SUSPEND: 'Suspend', DELETE: 'Remove (the member is suspended)', none: '–' },
  select: 'Select',
  selectOne: (name: string) => line`Select ${name}`,
  adopt: 'Hand over',
  more: 'Only the first 100 are shown.',
};

export const roles = { owner: 'Owner', admin: 'Admin', member: 'Member' };

/** The part about a directory that a setup link made. */
export const confirmation = {
  heading: 'Not confirmed yet',
  lead: 'A setup link has added this directory. Until you confirm it, it manages only the members that it has added itself, and it ends when the setup link is withdrawn.',
  confirm: 'Confirm directory',
  badge: 'Not confirmed',
};

/** What an owner is asked before. */
export const confirm = {
  adoptOne: (name: string) => line`Hand over ${name}?`,
  adoptMany: (count: number) => line`Hand over ${count} members?`,
  adopt: 'Hand over',
  adoptFact:
    'From now on, the directory can suspend the people you hand over, whatever their role. Requests that are waiting are carried out now.',
  adoptConfirms:
    'This also confirms the directory: it then manages all members with an email address of your verified domains.',
  confirmTitle: (name: string) => line`Confirm ${name}?`,
  confirm: 'Confirm directory',
  confirmFact:
    'From now on, the directory also manages the members who have an email of your verified domains, and it stays when the setup link ends.',
};

export const notices = {
  adopted: 'The members were handed over to the directory.',
  confirmed: 'The directory was confirmed.',
};

export const refusals = {
  NONE_CHOSEN: 'Select at least one member.',
  TOO_MANY_CHOSEN: 'Select 50 members at most.',
  MEMBER_NOT_FOUND: 'One of these people is not a member any more. Nothing was changed.',
};
