/**
 * Browsers use passkeys by script only. The script is a constant, so that its hash in the content security policy allows
 * this script and no other; its input are attributes of the form. With `data-autofill` the browser also offers passkeys
 * in the field with `webauthn`, if it can, until the button is pressed: only one request may be open at a time.
 */
export const passkeyScript = `(() => {
  const form = document.querySelector('form[data-passkey]');
  if (!form) return;
  const failed = document.getElementById('passkey-failed');
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  const listed = (list) => (list || []).map((one) => ({ ...one, id: bytes(one.id) }));
  const run = async (manner) => {
    const options = JSON.parse(form.dataset.options);
    const shared = { ...options, challenge: bytes(options.challenge) };
    const make = form.dataset.passkey === 'make';
    const credential = make
      ? await navigator.credentials.create({ publicKey: { ...shared, user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: listed(options.excludeCredentials) } })
      : await navigator.credentials.get({ ...manner, publicKey: { ...shared, allowCredentials: listed(options.allowCredentials) } });
    const { response } = credential;
    const common = { clientDataJSON: text(response.clientDataJSON) };
    const proof = make
      ? { ...common, attestationObject: text(response.attestationObject), transports: response.getTransports ? response.getTransports() : [] }
      : { ...common, authenticatorData: text(response.authenticatorData), signature: text(response.signature), ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}) };
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = 'passkey';
    field.value = JSON.stringify({ id: credential.id, rawId: text(credential.rawId), type: credential.type, clientExtensionResults: {}, response: proof });
    form.append(field);
    form.submit();
  };
  let offered;
  let asking = false;
  const offer = async () => {
    if (form.dataset.autofill === undefined || !(await PublicKeyCredential.isConditionalMediationAvailable()) || asking) return;
    offered = new AbortController();
    await run({ mediation: 'conditional', signal: offered.signal });
  };
  const quietly = () => offer().catch(() => {});
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (asking) return;
    asking = true;
    failed.hidden = true;
    if (offered) offered.abort();
    run({}).catch(() => {
      asking = false;
      failed.hidden = false;
      quietly();
    });
  });
  form.parentElement.hidden = false;
  quietly();
})();`;
