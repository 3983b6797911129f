import type { OfferLook, SignInMethod } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, PasskeyForm, useTexts } from '@org/identity-ui';
import { Divider } from '../sign-in-forms/divider.js';
import { signInFormsTexts } from '../sign-in-forms/texts.js';
import { askForPasskey, canHavePasskeys, signInPurpose } from './ask-for-passkey.js';
import { passkeyAmr, verifyPasskey } from './verify-passkey.js';

/** A passkey of this site, without an email. */
export function passkeyMethod(host: IdentityPluginHost): SignInMethod {
  return {
    name: 'passkey',
    order: 400,
    fields: ['passkey'],
    amr: passkeyAmr,
    offer({ action, interactionUid }, { page, user, hidden }) {
      if (!canHavePasskeys(host.issuer) || user?.passkeys.length === 0) return undefined;
      // Without a known user, for any account: the page must not reveal which emails have passkeys.
      const options = askForPasskey(host, { purpose: signInPurpose(interactionUid), known: user?.passkeys ?? [] });
      if (user) return { order: 50, form: ({ kind }) => <ConfirmForm {...{ action, options, kind }} /> };
      const sent = page === 'break-glass' ? hidden : {};
      return {
        autocomplete: 'webauthn',
        form: (look) => <SignInForm {...{ action, options, look }} hidden={sent} />,
      };
    },
    async submit(view, fields) {
      const purpose = signInPurpose(view.interactionUid);
      const opened = await verifyPasskey(host, { response: fields['passkey'] ?? '', purpose });
      if (!opened) return { again: { error: 'passkey' }, status: 401 };
      return { answer: { accountId: opened.userId, amr: passkeyAmr, epoch: opened.epoch } };
    },
  };
}

interface FormProps {
  action: string;
  /** The WebAuthn options. */
  options: string;
}

function SignInForm(props: FormProps & { look: OfferLook; hidden: Readonly<Record<string, string>> }) {
  const { action, options, hidden, look } = props;
  const { signIn: texts } = useTexts(signInFormsTexts);
  return (
    <PasskeyForm
      action={action}
      hidden={hidden}
      mode="use"
      options={options}
      autofill={look.withEmail}
      explained={false}
      before={look.divider && <Divider />}
    >
      <Button kind="secondary">{texts.usePasskey}</Button>
    </PasskeyForm>
  );
}

function ConfirmForm({ action, options, kind }: FormProps & Pick<OfferLook, 'kind'>) {
  const { signIn: texts } = useTexts(signInFormsTexts);
  return (
    <PasskeyForm action={action} mode="use" options={options} autofill={false} explained={false}>
      <Button kind={kind}>{texts.usePasskey}</Button>
    </PasskeyForm>
  );
}
