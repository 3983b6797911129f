import { useTexts } from '../language/texts.js';
import { uiTexts } from '../texts/index.js';
import { describedField, FieldFrame } from './field-frame.js';
import { OwnScript } from './render-page.js';
import { revealScript } from './reveal-script.js';

export interface FieldProps {
  name: string;
  /** Needed if two forms of a page have a field with the same name. */
  id?: string;
  label: string;
  /** A `date` is sent as `2027-01-31`. */
  type?: 'text' | 'email' | 'password' | 'date';
  value?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  /** Id of another element that explains this field, e.g. a notice about the whole form. */
  describedBy?: string | undefined;
  autocomplete?: string;
  inputmode?: 'text' | 'email' | 'numeric';
  autofocus?: boolean;
  required?: boolean;
  /** What a preview on the same page shows of it. */
  previews?: string;
  /** About how many characters it holds, if those are few. In a console, the field is then no wider. */
  size?: number;
  /** Whether what is typed can be shown: by default for passwords. */
  reveal?: boolean;
}

/** One labelled input. Screen readers read its hint and error with it. */
export function Field({
  name,
  id = `field-${name}`,
  label,
  type = 'text',
  value,
  hint,
  error,
  describedBy,
  reveal = type === 'password',
  ...input
}: FieldProps) {
  const control = (
    <input
      id={id}
      name={name}
      // preact has a separate type for each kind of input and accepts no union; these three take the same attributes.
      type={type as 'email'}
      value={value}
      autocomplete={input.autocomplete ?? 'off'}
      inputmode={input.inputmode}
      size={input.size}
      // Phones would capitalise and correct the text.
      autocapitalize="none"
      spellcheck={false}
      autofocus={input.autofocus}
      required={input.required}
      data-previews={input.previews}
      {...describedField(id, { label, hint, error }, describedBy)}
    />
  );
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      {reveal ? (
        <div class="revealable">
          {control}
          <RevealButton field={id} />
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  );
}

/** Shows what is typed into a password field, and hides it again. Hidden if scripts are off. */
function RevealButton({ field }: { field: string }) {
  const { showPassword } = useTexts(uiTexts);
  return (
    <>
      <button type="button" class="reveal" data-reveals={field} aria-controls={field} aria-pressed="false" hidden>
        <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
          <path d="M1.75 10S4.75 4.5 10 4.5 18.25 10 18.25 10 15.25 15.5 10 15.5 1.75 10 1.75 10Z" />
          <circle cx="10" cy="10" r="2.5" />
          <path class="reveal-off" d="m3.5 16.5 13-13" stroke-linecap="round" />
        </svg>
        <span class="hidden">{showPassword}</span>
      </button>
      <OwnScript script={revealScript} />
    </>
  );
}
