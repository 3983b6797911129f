import { Actions, Button, Form, Notice } from '@org/identity-ui';
import type { OutcomeLine } from './outcome.js';
import type { areasTexts } from './texts.js';

export interface ConfirmContentProps {
  /** The path of the page that asks. */
  here: string;
  /** The fields of the form, so that the second click sends them again. */
  hidden: Readonly<Record<string, string>>;
  lines: readonly OutcomeLine[];
  facts: readonly string[];
  button: string;
  /** Whether something else was shown before. */
  changed: boolean;
  texts: (typeof areasTexts)['en']['confirm'];
}

/** What would happen, and the button that does it. */
export function ConfirmContent({ here, hidden, lines, facts, button, changed, texts }: ConfirmContentProps) {
  return (
    <>
      {changed && (
        <Notice kind="error" id="changed" focused>
          {texts.changed}
        </Notice>
      )}
      <p>{lines.length === 0 && facts.length === 0 ? texts.nothing : texts.lead}</p>
      <ul class="outcome">
        {lines.map(({ text, about, more }) => (
          <li key={text}>
            <strong>{text}</strong>
            {about.length > 0 && <span>{[...about, ...(more > 0 ? [texts.more(more)] : [])].join(' · ')}</span>}
          </li>
        ))}
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <Form action={here} hidden={{ ...hidden }}>
        <Actions>
          <Button kind="danger">{button}</Button>
          <a class="button button-secondary" href={here}>
            {texts.cancel}
          </a>
        </Actions>
      </Form>
    </>
  );
}
