import { Actions, Button, Form } from '@org/identity-core';
import { longDate } from '../../long-date.js';

const action = '/account/security';

/** Which second factor there is, and what can be done with it. */
export function SecondFactorEntries(props: {
  /** Since when there is an app. */
  appSince: Date | null;
  recoveryCodes: number;
  hidden: Readonly<Record<string, string>>;
}) {
  const { appSince, recoveryCodes, hidden } = props;
  return (
    <section>
      <h2>Authenticator app</h2>
      {appSince ? <App appSince={appSince} hidden={hidden} /> : <NoApp hidden={hidden} />}
      {recoveryCodes > 0 && <Codes left={recoveryCodes} hidden={hidden} />}
    </section>
  );
}

type Hidden = Readonly<Record<string, string>>;

function NoApp({ hidden }: { hidden: Hidden }) {
  return (
    <>
      <p>
        With an authenticator app, signing in takes a code of your phone or computer as well: whoever learns your
        password still cannot get in.
      </p>
      <Form action={action} hidden={{ ...hidden, do: 'begin' }}>
        <Actions>
          <Button>Set up an app</Button>
        </Actions>
      </Form>
    </>
  );
}

function App({ appSince, hidden }: { appSince: Date; hidden: Hidden }) {
  return (
    <ul class="list entries">
      <li>
        <div>
          <strong>Your app</strong>
          <span>Since {longDate(appSince)}</span>
        </div>
        <Form action={action} hidden={{ ...hidden, do: 'remove' }}>
          <Button kind="secondary">
            Remove<span class="hidden"> the app</span>
          </Button>
        </Form>
      </li>
    </ul>
  );
}

/** They stand in for the app and for passkeys alike. */
function Codes({ left, hidden }: { left: number; hidden: Hidden }) {
  return (
    <ul class="list entries">
      <li>
        <div>
          <strong>Recovery codes</strong>
          <span>{left} left. New ones end the old ones.</span>
        </div>
        <Form action={action} hidden={{ ...hidden, do: 'codes' }}>
          <Button kind="secondary">
            Make new ones<span class="hidden"> of the recovery codes</span>
          </Button>
        </Form>
      </li>
    </ul>
  );
}
