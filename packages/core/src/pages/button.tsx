import type { ComponentChildren } from 'preact';

export interface ButtonProps {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'link';
  /** Sent with the form when this button is the one pressed. */
  name?: string;
  value?: string;
  children: ComponentChildren;
}

/** A submit button. One that looks like a link still submits: what it does must not happen by GET. */
export function Button({ kind = 'primary', name, value, children }: ButtonProps) {
  return (
    <button type="submit" class={`button button-${kind}`} name={name} value={value}>
      {children}
    </button>
  );
}

/** The buttons that end a page: side by side where there is room, or always below each other. */
export function Actions({ stacked = false, children }: { stacked?: boolean; children: ComponentChildren }) {
  return <div class={stacked ? 'actions actions-stacked' : 'actions'}>{children}</div>;
}
