import type { Values } from '@org/identity-core';
import type { IdentityCommand } from '@org/identity-prisma';

/** The option of commands for the events of one month. */
export const monthOption = {
  month: { type: 'string', value: 'month', help: 'A month in UTC that is over, such as 2026-03 (required)' },
} as const satisfies IdentityCommand['options'];

/** Reads the month. */
export async function monthIn(values: Values): Promise<string> {
  const { parseMonth, monthOf } = await import('@org/identity-prisma');
  const month = parseMonth(String(values['month'] ?? ''));
  if (month === undefined) throw new Error('--month must be a month such as 2026-03.');
  if (month >= monthOf(new Date())) throw new Error(`The month ${month} is not over yet.`);
  return month;
}
