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
  if (!appSince)
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
  return (
    <ul class="list entries">
      <li>
        <div>
          <strong>Authenticator app</strong>
          <span>Since {longDate(appSince)}</span>
        </div>
        <Form action={action} hidden={{ ...hidden, do: 'remove' }}>
          <Button kind="secondary">
            Remove<span class="hidden"> the app</span>
          </Button>
        </Form>
      </li>
      <li>
        <div>
          <strong>Recovery codes</strong>
          <span>{recoveryCodes} left. New ones end the old ones.</span>
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
