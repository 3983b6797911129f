import type { ComponentChildren } from 'preact';

export interface FormProps {
  action: string;
  hidden?: Record<string, string> | undefined;
  /** Whether it has fields for files. */
  files?: boolean;
  children: ComponentChildren;
}

/** A form that posts to `action`, with hidden fields. */
export function Form({ action, hidden = {}, files = false, children }: FormProps) {
  return (
    <form method="post" action={action} enctype={files ? 'multipart/form-data' : undefined}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
