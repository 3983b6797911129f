/** The mail to the owners after a break-glass sign-in. */
export const brokeGlass = {
  title: (tenant: string) => `Break-glass sign-in to ${tenant}`,
  message: (email: string, tenant: string) =>
    `${email} has signed in to ${tenant} as a break-glass owner: not by your identity provider, or not from one of your networks.`,
  open: 'Open the audit trail',
  advice: 'If nobody had a reason for this, suspend the account and change its password.',
};
