import { line } from '@org/identity-ui';

const people = (count: number) => (count === 1 ? '1 member has' : line`${count.toLocaleString('en-GB')} members have`);

/** The second-factor policy of an organization. */
export const security = {
  name: 'Sign-in security',
  title: 'Sign-in security',
  policyTitle: 'Second factor',
  required: 'Required',
  optional: 'Optional',
  requiredLead: 'Everyone who signs in to this organization needs a second factor: an authenticator app or a passkey.',
  optionalLead: 'Members decide for themselves whether they use a second factor.',
  without: (count: number, orMore: boolean) => {
    if (count === 0 && !orMore) return 'All members have a second factor.';
    return orMore ? line`At least ${people(count)} no second factor.` : line`${people(count)} no second factor.`;
  },
  turnOn: 'Require a second factor',
  turnOff: 'Make it optional',
};

/** What is asked before the policy changes. */
export const securityConfirm = {
  onTitle: 'Require a second factor from everyone?',
  onButton: 'Require it',
  onFact: 'They set one up at their next sign-in. Until then, they cannot use this organization.',
  onFactOfOne: "This member sets one up at the next sign-in and can't use this organization until then.",
  onOthers: 'Members who have one enter it at their next sign-in to this organization.',
  onSelf: 'You are asked for a second factor right after this.',
  offTitle: 'Make the second factor optional?',
  offButton: 'Make it optional',
  offFact: 'Members without a second factor can then sign in with one step only.',
  offKept: 'Members who have a second factor keep it.',
};

export const securityNotices = {
  policy: 'The sign-in policy was saved.',
  required: 'A second factor is now required.',
  optional: 'The second factor is now optional.',
};
