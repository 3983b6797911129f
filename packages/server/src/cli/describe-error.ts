import { describeIssue, type InputIssue } from './describe-issue.js';

/** Names the option, and of several values the one, that a field of the input comes from. */
type OptionOf = (field: string, index: number | undefined) => string;

/** One line for each thing that is wrong; a field of the input is named by its option. */
export function describeError(error: unknown, optionOf: OptionOf = (field) => field): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeError(error.errors[0], optionOf);
  const issues = issuesOf(error).flatMap(describeIssue);
  if (issues.length > 0)
    return issues
      .map(({ field, index, message }) => (field ? `${optionOf(field, index)}: ${message}` : message))
      .join('\n');
  if (error instanceof Error && error.message) return error.message;
  return `The database could not be reached: ${String(error)}`;
}

// By its form: loading zod only to ask for its class would slow every command down.
function issuesOf(error: unknown): readonly InputIssue[] {
  if (!(error instanceof Error)) return [];
  if (error.name === 'ZodError' && 'issues' in error && Array.isArray(error.issues)) return error.issues;
  if (error.name !== 'IdentityError' || !('details' in error) || !Array.isArray(error.details)) return [];
  // What a use-case refuses, such as the name of a tenant that does not exist.
  return (error.details as { path: string; message: string }[]).map(({ path, message }) => ({
    path: path.split('.'),
    message,
  }));
}
