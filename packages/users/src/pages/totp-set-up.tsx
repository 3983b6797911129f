import { Actions, Button, Field, Form } from '@org/identity-core';
import type { PendingTotp } from '../mfa/begin-totp.js';
import { QrCode } from './qr-code.js';

/** The secret of a new authenticator app, to scan or to type, and a field for its first code. */
export function TotpSetUp(props: {
  action: string;
  hidden?: Record<string, string>;
  pending: PendingTotp;
  /** Id of the notice about a wrong code. */
  describedBy?: string | undefined;
}) {
  const { action, hidden, pending, describedBy } = props;
  const groups = pending.secret.match(/.{1,4}/gu) ?? [];
  return (
    <>
      <QrCode text={pending.address} label="QR code with the secret for your authenticator app" />
      <details class="more">
        <summary>Type it in instead</summary>
        <p class="fine">Choose “enter a key” in the app, time-based, and type:</p>
        <code class="secret">{groups.join(' ')}</code>
      </details>
      <Form action={action} hidden={hidden}>
        <Field
          name="code"
          label="Code"
          inputmode="numeric"
          autocomplete="one-time-code"
          describedBy={describedBy}
          required
        />
        <Actions>
          <Button>Confirm</Button>
        </Actions>
      </Form>
    </>
  );
}

/** New recovery codes, with a way to keep them as a file. */
export function RecoveryCodeList({ codes, productName }: { codes: readonly string[]; productName: string }) {
  const file = `Recovery codes for ${productName}. Each works once.\n\n${codes.join('\n')}\n`;
  return (
    <>
      <p class="lead">If you lose your app, each of these lets you in once. They are not shown again.</p>
      <ul class="list codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="links">
        <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`} download="recovery-codes.txt">
          Save them as a file
        </a>
      </p>
    </>
  );
}
