/** One sentence for people; a database or mail server that fails may give many errors at once, or no text at all. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeError(error.errors[0]);
  if (isFormError(error)) return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n');
  if (error instanceof Error && error.message) return error.message;
  return `The database could not be reached: ${String(error)}`;
}

interface FormError {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}

// By its form: loading zod only to ask for its class would slow every command down.
function isFormError(error: unknown): error is FormError {
  return error instanceof Error && error.name === 'ZodError' && 'issues' in error && Array.isArray(error.issues);
}
