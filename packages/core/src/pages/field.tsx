import { describedField, FieldFrame } from './field-frame.js';
import { RevealButton } from './reveal-button.js';

export interface FieldProps {
  name: string;
  /** Needed if two forms of a page have a field with the same name. */
  id?: string;
  label: string;
  type?: 'text' | 'email' | 'password';
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
  /** Whether the password can be shown. */
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
  reveal = false,
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
