import type { ComponentChildren } from 'preact';
import { Button } from './button.js';
import { Form } from './form.js';

/** What the button of an entry opens: a page, or a form that is posted to `action`. */
export type EntryTarget =
  | { readonly href: string }
  | { readonly action: string; readonly hidden: Record<string, string> };

export interface EntryProps {
  name: ComponentChildren;
  /** Its current state. */
  state: ComponentChildren;
  button?: { readonly text: string; readonly of: string; readonly target: EntryTarget };
}

/** One line of a list: a name, a state and perhaps a button. */
export function Entry({ name, state, button }: EntryProps) {
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span>{state}</span>
      </div>
      {button && <EntryButton {...button} />}
    </li>
  );
}

function EntryButton({ text, of, target }: NonNullable<EntryProps['button']>) {
  const label = (
    <>
      {text}
      {/* Lists have several buttons with the same name; screen readers read this with it. */}
      <span class="hidden">{of}</span>
    </>
  );
  if ('href' in target)
    return (
      <a class="button button-secondary" href={target.href}>
        {label}
      </a>
    );
  return (
    <Form action={target.action} hidden={target.hidden}>
      <Button kind="secondary">{label}</Button>
    </Form>
  );
}
