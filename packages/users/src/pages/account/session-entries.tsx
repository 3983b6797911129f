import { Button, Form } from '@org/identity-core';
import { browserName } from '../../browser-name.js';

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

/** One entry for each session, and a button to end all but this one. */
export function SessionEntries({ sessions, timeZone, hidden }: SessionEntriesProps) {
  const time = momentIn(timeZone);
  // This browser first: people look for it to know which ones the others are.
  const ordered = [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      <p>If you do not know one of these, end it and change your password.</p>
      <ul class="list entries">
        {ordered.map(({ id, userAgent, location, ipAddress, lastActive, createdAt, isCurrent }) => (
          <li key={id}>
            <div>
              <strong>{browserName(userAgent)}</strong>
              {isCurrent && <span class="here">This browser</span>}
              <span>
                {location}, {ipAddress}
              </span>
              <span>{isCurrent ? 'Active now' : `Last active ${time(lastActive)}`}</span>
              <span>Signed in {time(createdAt)}</span>
            </div>
            <Form action="/account/sessions" hidden={{ ...hidden, session: id }}>
              <Button kind="secondary">
                Sign out<span class="hidden"> {browserName(userAgent)}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form action="/account/sessions" hidden={{ ...hidden }}>
          <Button>Sign out everywhere else</Button>
        </Form>
      )}
    </>
  );
}

function momentIn(timeZone: string): (date: Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
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
