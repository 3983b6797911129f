import type { ErrorCode } from '../errors/error-codes.js';
import type { ErrorDetail } from '../errors/identity-error.js';

/** Why a form was refused. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  readonly details: readonly ErrorDetail[];
  /** As shown on the page. */
  readonly text: string;
}

/** The error of each field, in the order of the page. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The fields that an error belongs to, by its code or by its details. Empty if it belongs to none of them. */
export function fieldErrors(
  { code, details, text }: Refusal,
  known: { codes?: Partial<Record<ErrorCode, string>>; fields: Readonly<Record<string, string>> },
): FieldErrors {
  const field = known.codes?.[code];
  if (field !== undefined) return { [field]: text };
  return Object.fromEntries(Object.entries(known.fields).filter(([name]) => details.some(({ path }) => path === name)));
}

/** The field that gets the focus. */
export const firstOf = (errors: FieldErrors | undefined): string | undefined => Object.keys(errors ?? {})[0];
