import type { SignInStep } from '@org/identity-core';

/** Stops a user who has to choose a tenant; refuses one who is not a member of the tenant that was asked for. */
export const needsChoice: SignInStep['isNeeded'] = async (_request, { tenant }) => {
  // For the client, as `error_description`.
  if (tenant.kind === 'refused') return { refused: 'you are not an active member of this tenant' };
  return tenant.kind === 'choose';
};
