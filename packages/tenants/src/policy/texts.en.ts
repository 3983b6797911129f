/** The mail to the owners after a break-glass sign-in. */
export const brokeGlass = {
  title: (tenant: string) => `Break-glass sign-in to ${tenant}`,
  message: (email: string, tenant: string) =>
    `${email} has signed in to ${tenant} as a break-glass owner: not by your identity provider, or not from one of your networks.`,
  open: 'Open the audit trail',
  advice: 'If nobody had a reason for this, suspend the account and change its password.',
};

/** The form of the sign-in policy. */
export const policy = {
  title: 'Sign-in policy',
  lead: 'How members have to sign in to this organization. Sessions that a new policy does not allow end when you save it.',
  requireSso: 'Require single sign-on: members sign in with your identity provider only',
  breakGlass: 'Break-glass owners',
  breakGlassHint:
    'If your identity provider fails, these owners can sign in with their password and a second factor, from any network. All owners are emailed each time. If you choose nobody, nobody can.',
  breakGlassLacking: "Owners without a second factor can't be chosen.",
  noSecondFactor: 'No second factor yet',
  setUpSecondFactor: 'Set one up',
  sessionHours: 'Session length in hours',
  sessionHoursHint: 'Members sign in again after that time. Empty: no limit. From 1 to 720.',
  idleMinutes: 'Time without use in minutes',
  idleMinutesHint: 'Members sign in again after such a pause. Empty: no limit. From 5 to 10,080.',
  allowedNetworks: 'Allowed networks',
  allowedNetworksHint: 'One network per line, such as 203.0.113.0/24. Empty: all networks.',
  save: 'Save the policy',
};

export const confirm = {
  title: 'Change how members sign in?',
  button: 'Change the policy',
  sso: 'Everybody who did not sign in with your identity provider is signed out of this organization.',
  ends: 'Sessions and tokens that the policy does not allow end at once.',
};

export const notices = { policy: 'The sign-in policy was saved.' };

export const refusals = {
  WOULD_LOCK_OUT:
    'With this policy, no owner could sign in. Sign in through your identity provider once, or choose a break-glass owner.',
  OUTSIDE_NETWORKS: 'You are not in one of these networks. Add your own, or choose a break-glass owner.',
};

export const fields = {
  breakGlass: 'Choose owners of this organization who have a second factor.',
  sessionHours: 'Enter a whole number from 1 to 720.',
  idleMinutes: 'Enter a whole number from 5 to 10,080.',
  allowedNetworks: 'Enter networks such as 203.0.113.0/24, one per line, at most 50.',
};
