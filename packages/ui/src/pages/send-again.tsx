import { useTexts } from '../language/texts.js';
import { uiTexts } from '../texts/index.js';
import { Button } from './button.js';
import { OwnScript } from './render-page.js';
import { sendAgainScript } from './send-again-script.js';

export interface SendAgainProps {
  action: string;
  hidden?: Readonly<Record<string, string>> | undefined;
  /** Sent with the form, if the page has other forms for the same action. */
  name?: string;
}

/** Long enough for most mails to arrive. */
const waitSeconds = 60;

/**
 * Sends a mail once more. The page says how long to wait. Only the limits of mails are enforced, so the form is the same for
 * every recipient and after any number of mails.
 */
export function SendAgain({ action, hidden = {}, name }: SendAgainProps) {
  const { sendAgain, again } = useTexts(uiTexts);
  return (
    <>
      <form method="post" action={action} class="again" data-waits={waitSeconds}>
        {Object.entries(hidden).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Button kind="quiet" {...(name === undefined ? {} : { name, value: 'yes' })}>
          {sendAgain}
        </Button>
        {/* A timer is not read out each second. */}
        <p class="fine" role="timer" data-left={again.left('#')} data-last={again.left(1)} data-over={again.over}>
          {again.wait(waitSeconds)}
        </p>
      </form>
      <OwnScript script={sendAgainScript} />
    </>
  );
}
