import type { ComponentChildren } from 'preact';
import { useTexts } from '../language/texts.js';
import { OwnScript } from '../pages/render-page.js';
import { uiTexts } from '../texts/index.js';
import { copyScript } from './copy-script.js';

export interface CopyableProps {
  /** One of its own on the page. */
  id: string;
  /** What is copied, for screen readers. */
  what: string;
  children: ComponentChildren;
}

/** A value with a button that copies it. Without scripts there is no button. */
export function Copyable({ id, what, children }: CopyableProps) {
  const { copy } = useTexts(uiTexts);
  return (
    <>
      <div class="copyable">
        <div id={id}>{children}</div>
        <button type="button" class="button button-secondary" data-copies={id} hidden>
          {copy.button}
          <span class="hidden"> {what}</span>
        </button>
        <span role="status" data-copied={copy.copied} data-selected={copy.selected} />
      </div>
      <OwnScript script={copyScript} />
    </>
  );
}

/** Code that can be copied, closed until it is needed. */
export function Snippet({ id, title, code }: { id: string; title: string; code: string }) {
  return (
    <details class="more">
      <summary>{title}</summary>
      <Copyable id={id} what={title}>
        <pre class="raw">{code}</pre>
      </Copyable>
    </details>
  );
}
