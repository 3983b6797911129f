import { isIdentityError } from '@org/identity-core';
import { ForeignHashError } from '../foreign-passwords/stored-hash.js';

/** Why a person is not imported. Neither the field nor the reason contains a value of the line. */
export class LineRefused extends Error {
  constructor(
    readonly field: string,
    readonly reason: string,
    /** The code of the error, where a single person is created over the API. */
    readonly code?: 'EMAIL_TAKEN' | 'EXTERNAL_ID_TAKEN',
  ) {
    super(reason);
  }
}

/** Runs a part of an import. An error that names a fact becomes the refusal of the line, with the field that caused it. */
export async function refusing<Result>(field: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(field, error) ?? error;
  }
}

/** The refusal for an error; undefined for an error that says nothing about the line, such as a lost database. */
function refusalOf(field: string, error: unknown): LineRefused | undefined {
  if (error instanceof LineRefused) return error;
  if (error instanceof ForeignHashError) return new LineRefused(field, error.message);
  if (!isIdentityError(error) || error.status >= 500 || error.status === 429) return undefined;
  return new LineRefused(field, error.details?.[0]?.message ?? error.message);
}
