import { Actions, Button, Form, longDate, useLanguage, useTexts } from '@org/identity-core';
import { usersTexts } from '../../texts/index.js';

const action = '/account/security';

/** Which second factor there is, and what can be done with it. */
export function SecondFactorEntries(props: {
  /** Since when there is an app. */
  appSince: Date | null;
  recoveryCodes: number;
  hidden: Readonly<Record<string, string>>;
}) {
  const { appSince, recoveryCodes, hidden } = props;
  const { security: texts } = useTexts(usersTexts);
  return (
    <section>
      <h2>{texts.app}</h2>
      {appSince ? <App appSince={appSince} hidden={hidden} /> : <NoApp hidden={hidden} />}
      {recoveryCodes > 0 && <Codes left={recoveryCodes} hidden={hidden} />}
    </section>
  );
}

type Hidden = Readonly<Record<string, string>>;

function NoApp({ hidden }: { hidden: Hidden }) {
  const { security: texts } = useTexts(usersTexts);
  return (
    <>
      <p>{texts.withoutApp}</p>
      <Form action={action} hidden={{ ...hidden, do: 'begin' }}>
        <Actions>
          <Button>{texts.setUp}</Button>
        </Actions>
      </Form>
    </>
  );
}

function App({ appSince, hidden }: { appSince: Date; hidden: Hidden }) {
  const { security: texts } = useTexts(usersTexts);
  const language = useLanguage();
  return (
    <ul class="list entries">
      <li>
        <div>
          <strong>{texts.yourApp}</strong>
          <span>{texts.since(longDate(appSince, language))}</span>
        </div>
        <Form action={action} hidden={{ ...hidden, do: 'remove' }}>
          <Button kind="secondary">
            {texts.remove}
            <span class="hidden">{texts.removeApp}</span>
          </Button>
        </Form>
      </li>
    </ul>
  );
}

/** They stand in for the app and for passkeys alike. */
function Codes({ left, hidden }: { left: number; hidden: Hidden }) {
  const { security: texts } = useTexts(usersTexts);
  return (
    <ul class="list entries">
      <li>
        <div>
          <strong>{texts.recoveryCodes}</strong>
          <span>{texts.codesLeft(left)}</span>
        </div>
        <Form action={action} hidden={{ ...hidden, do: 'codes' }}>
          <Button kind="secondary">
            {texts.newCodes}
            <span class="hidden">{texts.newCodesOf}</span>
          </Button>
        </Form>
      </li>
    </ul>
  );
}
