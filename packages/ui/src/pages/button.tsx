import type { ComponentChildren } from 'preact';

export interface ButtonProps {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'link';
  /** Sent with the form when this button is the one pressed. */
  name?: string;
  value?: string;
  /** Whether it also sends a form that is not filled in, such as one that removes something. */
  unfilled?: boolean;
  children: ComponentChildren;
}

/** A submit button. A button that looks like a link still submits: its action must not happen by GET. */
export function Button({ kind = 'primary', name, value, unfilled = false, children }: ButtonProps) {
  return (
    <button type="submit" class={`button button-${kind}`} name={name} value={value} formnovalidate={unfilled}>
      {children}
    </button>
  );
}

/** The buttons at the end of a page: side by side if there is room, or always one below the other. */
export function Actions({ stacked = false, children }: { stacked?: boolean; children: ComponentChildren }) {
  return <div class={stacked ? 'actions actions-stacked' : 'actions'}>{children}</div>;
}
