import { issueDetail, validationFailed } from '@org/identity-core';
import { type ClientInput, clientInput } from '../clients/client-input.js';

/** Checks a whole client by the rules of the seed. What they refuse becomes a 422. */
export function parseClient(input: unknown): ClientInput {
  const parsed = clientInput().safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map((issue) => issueDetail(issue, '')));
}
