import type { Mail } from '@org/identity-server';

/** The secret of the invitation in a mail. */
export const secretOf = ({ text }: Mail) => /\/invitations\/([\w-]+)/u.exec(text)?.[1] ?? 'no secret';
