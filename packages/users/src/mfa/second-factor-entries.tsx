import { Day, Entry, useTexts } from '@org/identity-ui';
import { mfaTexts } from './texts.js';

const action = '/account/security';

/** The authenticator app and the recovery codes, with their actions. */
export function SecondFactorEntries(props: {
  /** Since when there is an app. */
  appSince: Date | null;
  recoveryCodes: number;
  /** Whether there is any second factor: recovery codes can replace each of them. */
  enabled: boolean;
  hidden: Readonly<Record<string, string>>;
  passwordSignIn: boolean;
}) {
  const { appSince, recoveryCodes, enabled, hidden, passwordSignIn } = props;
  const { entries: texts } = useTexts(mfaTexts);
  const target = (what: string) => ({ action, hidden: { ...hidden, do: what } });
  const appState = appSince ? <span class="state-on">{texts.onSince(<Day at={appSince} />)}</span> : texts.off;
  const appButton = appSince
    ? { text: texts.remove, of: texts.ofApp, target: target('ask-remove') }
    : { text: texts.setUp, of: texts.ofApp, target: target('begin') };
  const codesState = recoveryCodes > 0 ? texts.codesLeft(recoveryCodes) : texts.noCodesLeft;
  return (
    <section>
      <h2>{texts.secondFactor}</h2>
      {!enabled && <p>{passwordSignIn ? texts.withoutFactor : texts.withoutFactorOrPassword}</p>}
      <ul class="list entries">
        <Entry name={texts.app} state={appState} button={appButton} />
        {enabled ? (
          <Entry
            name={texts.recoveryCodes}
            state={codesState}
            button={{ text: texts.newCodes, of: texts.ofCodes, target: target('codes') }}
          />
        ) : (
          <Entry name={texts.recoveryCodes} state={texts.noCodesYet} />
        )}
      </ul>
    </section>
  );
}
