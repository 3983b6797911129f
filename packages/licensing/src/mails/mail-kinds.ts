/** The mails about licenses. A tenant can turn each of them off. */
export const licenseMailKinds = ['granted', 'removed', 'reclaim', 'requested', 'approved', 'declined'] as const;
export type LicenseMailKind = (typeof licenseMailKinds)[number];
