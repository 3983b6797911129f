import { useTexts } from '../language/texts.js';
import { describedField, FieldFrame } from '../pages/field-frame.js';
import { OwnScript } from '../pages/render-page.js';
import { uiTexts } from '../texts/index.js';
import { colourScript } from './colour-script.js';

export interface ColourFieldProps {
  name: string;
  label: string;
  /** As it was entered, perhaps empty. */
  value: string;
  /** Where the picker starts if no colour is entered. */
  normal: string;
  hint?: string | undefined;
  error?: string | undefined;
  autofocus?: boolean;
  /** What a preview on the same page shows of it. */
  previews?: string;
}

/**
 * A colour as text, with a picker beside it. The text is what counts: the picker is not sent, and a script shows it and keeps
 * both the same.
 */
export function ColourField({ name, label, value, normal, hint, error, autofocus, previews }: ColourFieldProps) {
  const { pickColour } = useTexts(uiTexts);
  const id = `field-${name}`;
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <div class="colour">
        <input
          id={id}
          name={name}
          type="text"
          value={value}
          size={9}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          autofocus={autofocus}
          data-previews={previews}
          {...describedField(id, { label, hint, error })}
        />
        <input
          type="color"
          value={/^#[\da-f]{6}$/iu.test(value) ? value.toLowerCase() : normal}
          aria-label={pickColour}
          autocomplete="off"
          data-colours={id}
          hidden
        />
      </div>
      <OwnScript script={colourScript} />
    </FieldFrame>
  );
}
