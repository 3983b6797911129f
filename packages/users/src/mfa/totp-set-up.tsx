import { Actions, Button, Field, Form, useTexts } from '@org/identity-ui';
import { encode } from 'uqr';
import type { PendingTotp } from './begin-totp.js';
import { mfaTexts } from './texts.js';

/** The secret of a new authenticator app, to scan or to type, and a field for its first code. */
export function TotpSetUp(props: {
  action: string;
  hidden?: Record<string, string>;
  pending: PendingTotp;
  /** The error of the code that was sent. */
  error?: string | undefined;
}) {
  const { action, hidden, pending, error } = props;
  const { secondFactor: texts } = useTexts(mfaTexts);
  const groups = pending.secret.match(/.{1,4}/gu) ?? [];
  return (
    <>
      <QrCode text={pending.url} label={texts.qrCode} />
      <details class="more">
        <summary>{texts.typeInstead}</summary>
        <p class="fine">{texts.type}</p>
        <code class="secret">{groups.join(' ')}</code>
      </details>
      <Form action={action} hidden={hidden}>
        <Field
          name="code"
          label={texts.code}
          inputmode="numeric"
          autocomplete="one-time-code"
          error={error}
          autofocus={error !== undefined}
          required
        />
        <Actions>
          <Button>{texts.confirm}</Button>
        </Actions>
      </Form>
    </>
  );
}

/** New recovery codes, with a link to download them as a file. */
export function RecoveryCodeList({ codes, productName }: { codes: readonly string[]; productName: string }) {
  const { secondFactor: texts } = useTexts(mfaTexts);
  const file = `${texts.file(productName)}\n\n${codes.join('\n')}\n`;
  return (
    <>
      <p class="lead">{texts.keep}</p>
      <ul class="list codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="links">
        <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`} download={texts.fileName}>
          {texts.save}
        </a>
      </p>
    </>
  );
}

/** A QR code as one drawing, always black on white with a light margin, because scanners need both. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
