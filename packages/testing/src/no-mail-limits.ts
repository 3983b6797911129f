import type { CausedMailLimits } from '@org/identity-core';

const many = 1_000_000;

/** Limits of mails that no test reaches. */
export const noMailLimits: CausedMailLimits = {
  recipientPerHour: many,
  recipientPerDay: many,
  senderPerHour: many,
  senderPerDay: many,
  tenantPerDay: many,
};
