import type { ComponentChildren } from 'preact';

export interface FormProps {
  action: string;
  hidden?: Record<string, string> | undefined;
  children: ComponentChildren;
}

/** A form that posts to `action`, with hidden fields. */
export function Form({ action, hidden = {}, children }: FormProps) {
  return (
    <form method="post" action={action}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
