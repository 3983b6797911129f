import type { ComponentChildren } from 'preact';

export interface FieldTexts {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** The attributes with which a screen reader reads the hint and the error with the field. */
export function describedField(id: string, { hint, error }: FieldTexts, describedBy?: string) {
  const describing = [error && `${id}-error`, hint && `${id}-hint`, describedBy].filter(Boolean).join(' ');
  return {
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': describing || undefined,
  };
}

/** The label above a field, and its error and hint below. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: FieldTexts & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
