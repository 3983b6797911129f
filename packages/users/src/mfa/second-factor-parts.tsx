import { Actions, useTexts } from '@org/identity-ui';
import type { PendingTotp } from './begin-totp.js';
import { mfaTexts } from './texts.js';
import { RecoveryCodeList, TotpSetUp } from './totp-set-up.js';

const path = '/account/security';

/** The secret of a new app, and a field for its first code. */
export function SetUp(props: {
  hidden: Readonly<Record<string, string>>;
  pending: PendingTotp;
  error?: string | undefined;
}) {
  const { hidden, pending, error } = props;
  const { secondFactor: texts } = useTexts(mfaTexts);
  return (
    <>
      <p class="lead">{texts.scanThenEnter}</p>
      <TotpSetUp action={path} hidden={{ ...hidden, do: 'confirm' }} pending={pending} error={error} />
    </>
  );
}

/** New recovery codes, this one time. */
export function NewCodes(props: { codes: readonly string[]; productName: string }) {
  const { secondFactor: texts } = useTexts(mfaTexts);
  return (
    <section>
      <h2>{texts.keepTitle}</h2>
      <RecoveryCodeList {...props} />
      <Actions>
        <a class="button button-primary" href={path}>
          {texts.kept}
        </a>
      </Actions>
    </section>
  );
}
