import { Button, Form, formatLocales, type Language, useLanguage, useTexts } from '@org/identity-ui';
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
  timeZone: string;
  hidden: Readonly<Record<string, string>>;
}

/** One entry for each session, and a button to end all others. */
export function SessionEntries({ sessions, timeZone, hidden }: SessionEntriesProps) {
  const { sessions: texts } = useTexts(sessionsTexts);
  const language = useLanguage();
  const time = momentIn(timeZone, language);
  // This browser first, so that users can tell the others apart.
  const ordered = [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      <p>{texts.lead}</p>
      <ul class="list entries">
        {ordered.map(({ id, userAgent, location, ipAddress, lastActive, createdAt, isCurrent }) => (
          <li key={id}>
            <div>
              <strong>{browserName(userAgent, language)}</strong>
              {isCurrent && <span class="here">{texts.thisBrowser}</span>}
              <span>
                {location}, {ipAddress}
              </span>
              <span>{isCurrent ? texts.activeNow : texts.lastActive(time(lastActive))}</span>
              <span>{texts.signedIn(time(createdAt))}</span>
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

function momentIn(timeZone: string, language: Language): (date: Date) => string {
  const format = new Intl.DateTimeFormat(formatLocales[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return (date) => format.format(date);
}
