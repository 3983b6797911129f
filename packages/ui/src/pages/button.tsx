import type { ComponentChildren } from 'preact';

export interface ButtonProps {
  /** `row` is for the actions of a row: a list has many of them, so they get their look from around them. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'link' | 'row';
  /** Sent with the form when this button is the one pressed. */
  name?: string;
  value?: string;
  /** Whether the form is sent even if fields are empty or not valid. */
  unchecked?: boolean;
  children: ComponentChildren;
}

/** A submit button. A button that looks like a link still submits: its action must not happen by GET. */
export function Button({ kind = 'primary', name, value, unchecked, children }: ButtonProps) {
  const isInRow = kind === 'row';
  return (
    <button
      // It is the default in a form. A list has many of these buttons.
      type={isInRow ? undefined : 'submit'}
      class={isInRow ? 'button' : `button button-${kind}`}
      name={name}
      value={value}
      formNoValidate={unchecked}
    >
      {children}
    </button>
  );
}

/** The buttons at the end of a page: side by side if there is room, or always one below the other. */
export function Actions({ stacked = false, children }: { stacked?: boolean; children: ComponentChildren }) {
  return <div class={stacked ? 'actions actions-stacked' : 'actions'}>{children}</div>;
}
