/** The command that makes a link for a super admin, the same in every language. */
export const linkCommand = (email: string): string => `identity-server users second-factor-link ${email}`;
