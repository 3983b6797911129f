import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { useTexts } from '../language/texts.js';
import { coreTexts } from '../texts/index.js';

/**
 * The only script of the hosted pages: browsers use passkeys by script alone. A constant, so that its hash in the content
 * security policy allows it and nothing else; what it works on are attributes of the form.
 */
export const passkeyScript = `(() => {
  const form = document.querySelector('form[data-passkey]');
  if (!form) return;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  const listed = (list) => (list || []).map((one) => ({ ...one, id: bytes(one.id) }));
  const run = async () => {
    const options = JSON.parse(form.dataset.options);
    const shared = { ...options, challenge: bytes(options.challenge) };
    const make = form.dataset.passkey === 'make';
    const credential = make
      ? await navigator.credentials.create({ publicKey: { ...shared, user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: listed(options.excludeCredentials) } })
      : await navigator.credentials.get({ publicKey: { ...shared, allowCredentials: listed(options.allowCredentials) } });
    const { response } = credential;
    const common = { clientDataJSON: text(response.clientDataJSON) };
    const proof = make
      ? { ...common, attestationObject: text(response.attestationObject), transports: response.getTransports ? response.getTransports() : [] }
      : { ...common, authenticatorData: text(response.authenticatorData), signature: text(response.signature), ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}) };
    form.elements.passkey.value = JSON.stringify({ id: credential.id, rawId: text(credential.rawId), type: credential.type, clientExtensionResults: {}, response: proof });
    form.submit();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    document.getElementById('passkey-failed').hidden = true;
    run().catch(() => { document.getElementById('passkey-failed').hidden = false; });
  });
})();`;

/** What the content security policy allows to run. */
export const passkeyScriptHash = `sha256-${createHash('sha256').update(passkeyScript).digest('base64')}`;

export interface PasskeyFormProps {
  action: string;
  hidden?: Readonly<Record<string, string>>;
  /** Make a new passkey, or use one. */
  mode: 'make' | 'use';
  /** What the browser is asked for, as JSON. */
  options: string;
  /** The button, and fields before it. */
  children: ComponentChildren;
}

/** A form whose button lets the browser make or use a passkey, and then sends what came of it as `passkey`. */
export function PasskeyForm({ action, hidden = {}, mode, options, children }: PasskeyFormProps) {
  const { passkeys } = useTexts(coreTexts);
  return (
    <>
      <div class="notice notice-error" role="alert" id="passkey-failed" hidden>
        <p>{passkeys.failed}</p>
      </div>
      <form method="post" action={action} data-passkey={mode} data-options={options}>
        {Object.entries({ ...hidden, passkey: '' }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </form>
      <noscript>
        <p>{passkeys.needScript}</p>
      </noscript>
      {/* Raw, because escaping a quote in it would change the bytes the policy's hash is made of. */}
      <script dangerouslySetInnerHTML={{ __html: passkeyScript }} />
    </>
  );
}
