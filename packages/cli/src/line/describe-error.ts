import { describeIssue, type InputIssue } from './describe-issue.js';

/** Returns the option of an input field. If the option has several values, it also names the one with this index. */
type OptionOf = (field: string, index: number | undefined) => string;

/** Describes an error, one line per problem. Input fields are named by their options. */
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

// Does not use zod's class: loading zod would slow down every command.
function issuesOf(error: unknown): readonly InputIssue[] {
  if (!(error instanceof Error)) return [];
  if (error.name === 'ZodError' && 'issues' in error && Array.isArray(error.issues)) return error.issues;
  if (error.name !== 'IdentityError' || !('details' in error) || !Array.isArray(error.details)) return [];
  // The problems that a use-case found, such as an unknown tenant.
  return (error.details as { path: string; message: string }[]).map(({ path, message }) => ({
    path: path.split('.'),
    message,
  }));
}
