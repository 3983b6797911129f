import { Button, Form } from '@org/identity-core';
import type { ComponentChildren } from 'preact';

/** Where the button of an entry leads: a page, or a form that is sent to `action`. */
export type EntryTarget =
  | { readonly href: string }
  | { readonly action: string; readonly hidden: Record<string, string> };

export interface EntryProps {
  name: ComponentChildren;
  /** How it stands. */
  state: ComponentChildren;
  button?: { readonly text: string; readonly of: string; readonly target: EntryTarget };
}

/** One line of a list: what it is, how it stands, and what can be done with it. */
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
      {/* Lists have several buttons of one name; this is read out with it. */}
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
