import { type Part, sentence } from '@org/identity-ui';

export const chooseTenant = {
  title: 'Choose an organization',
  which: (email: Part, client: Part) =>
    sentence`You are signed in as ${email}. Which organization do you want to use with ${client}?`,
  roles: { owner: 'owner', admin: 'admin', member: 'member' },
  otherAccount: 'Use another account',
  cancel: 'Cancel',
};
