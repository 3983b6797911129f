import type { ComponentChildren } from 'preact';
import { Notice } from '../pages/notice.js';
import { Copyable } from './copyable.js';

export interface ShownSecretProps {
  /** What has happened. */
  lead: string;
  /** That it is shown only here. */
  hint: string;
  /** What kind of secret it is. */
  label: string;
  secret: string;
  /** What is needed together with the secret, such as the id of a client. */
  beside?: { readonly label: string; readonly value: string };
  /** What to do with it. */
  children?: ComponentChildren;
  /** Where the link below leads, and its text. */
  next: string;
  continueText: string;
}

/** A secret that is shown this once, with a button that copies it. */
export function ShownSecret({ lead, hint, label, secret, beside, children, next, continueText }: ShownSecretProps) {
  return (
    <>
      <Notice kind="info">{lead}</Notice>
      <p>{hint}</p>
      <dl class="shown">
        {beside && (
          <>
            <dt>{beside.label}</dt>
            <dd>
              <Copyable id="shown-id" what={beside.label}>
                <code class="value">{beside.value}</code>
              </Copyable>
            </dd>
          </>
        )}
        <dt>{label}</dt>
        <dd>
          <Copyable id="shown-secret" what={label}>
            <code class="secret">{secret}</code>
          </Copyable>
        </dd>
      </dl>
      {children}
      <p class="bar">
        <a class="button button-secondary" href={next}>
          {continueText}
        </a>
      </p>
    </>
  );
}
