import type { ComponentChildren } from 'preact';
import { useTexts } from '../language/texts.js';
import { coreTexts } from '../texts/index.js';
import { OwnScript } from './own-script.js';
import { passkeyScript } from './passkey-script.js';

export interface PasskeyFormProps {
  action: string;
  hidden?: Readonly<Record<string, string>>;
  /** Make a new passkey, or use one. */
  mode: 'make' | 'use';
  /** What the browser is asked for, as JSON. */
  options: string;
  /** Whether the browser also offers passkeys in the field whose `autocomplete` says `webauthn`. */
  autofill?: boolean;
  /** Whether the page says that passkeys need a script; without it there is nothing to see where scripts are off. */
  explained?: boolean;
  /** Above the form, and gone with it. */
  before?: ComponentChildren;
  /** The button, and fields before it. */
  children: ComponentChildren;
}

/** A form whose button lets the browser make or use a passkey, and then sends what came of it as `passkey`. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { action, hidden = {}, mode, options, autofill = false, explained = true, before, children } = props;
  const { passkeys } = useTexts(coreTexts);
  return (
    <>
      {/* Shown by the script: without it the button could do nothing. */}
      <div class="passkey" hidden>
        {before}
        <div class="notice notice-error" role="alert" id="passkey-failed" hidden>
          <p>{passkeys.failed}</p>
        </div>
        <form
          method="post"
          action={action}
          data-passkey={mode}
          data-options={options}
          data-autofill={autofill ? '' : undefined}
        >
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {children}
        </form>
      </div>
      {explained && (
        <noscript>
          <p>{passkeys.needScript}</p>
        </noscript>
      )}
      <OwnScript script={passkeyScript} />
    </>
  );
}
