import { Button, Form, Moment, useLanguage, useTexts } from '@org/identity-ui';
import { browserName } from './browser-name.js';
import { sessionsTexts } from './texts.js';

export interface SessionEntriesProps {
  sessions: readonly {
    id: string;
    userAgent: string;
    ipAddress: string;
    location: string;
    lastActive: Date;
    createdAt: Date;
    isCurrent: boolean;
  }[];
  hidden: Readonly<Record<string, string>>;
  passwordSignIn: boolean;
}

/** One entry for each session, and a button to end all others. */
export function SessionEntries({ sessions, hidden, passwordSignIn }: SessionEntriesProps) {
  const { sessions: texts } = useTexts(sessionsTexts);
  const language = useLanguage();
  // This browser first, so that users can tell the others apart.
  const ordered = [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      <p>{passwordSignIn ? texts.lead : texts.leadWithoutPasswords}</p>
      <ul class="list entries">
        {ordered.map(({ id, userAgent, location, ipAddress, lastActive, createdAt, isCurrent }) => (
          <li key={id}>
            <div>
              <strong>{browserName(userAgent, language)}</strong>
              {isCurrent && <span class="here">{texts.thisBrowser}</span>}
              <span>
                {location}, {ipAddress}
              </span>
              <span>{isCurrent ? texts.activeNow : texts.lastActive(<Moment at={lastActive} />)}</span>
              <span>{texts.signedIn(<Moment at={createdAt} />)}</span>
            </div>
            <Form action="/account/sessions" hidden={{ ...hidden, session: id }}>
              <Button kind="secondary">
                {texts.signOut}
                <span class="hidden"> {browserName(userAgent, language)}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form action="/account/sessions" hidden={{ ...hidden }}>
          <Button>{texts.signOutElsewhere}</Button>
        </Form>
      )}
    </>
  );
}
