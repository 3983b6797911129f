import type { ComponentChildren } from 'preact';
import { useTexts } from '../language/texts.js';
import { uiTexts } from '../texts/index.js';
import { passkeyScript } from './passkey-script.js';
import { OwnScript } from './render-page.js';

export interface PasskeyFormProps {
  action: string;
  hidden?: Readonly<Record<string, string>>;
  /** Creates a new passkey, or uses one. */
  mode: 'make' | 'use';
  /** The WebAuthn options, as JSON. */
  options: string;
  /** Whether the browser also offers passkeys in the field whose `autocomplete` contains `webauthn`. */
  autofill?: boolean;
  /** Whether the page says that passkeys need a script. Otherwise nothing is shown if scripts are off. */
  explained?: boolean;
  /** Above the form; hidden together with it. */
  before?: ComponentChildren;
  /** The button, and the fields above it. */
  children: ComponentChildren;
}

/** A form whose button makes the browser create or use a passkey, and then sends the result as `passkey`. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { action, hidden = {}, mode, options, autofill = false, explained = true, before, children } = props;
  const { passkeys } = useTexts(uiTexts);
  return (
    <>
      {/* Made visible by the script: without it the button would do nothing. */}
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
