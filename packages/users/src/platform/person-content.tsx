import type { UserVisit } from '@org/identity-core';
import { Badge, Button, Empty, Form, Moment, Name, Table, useLanguage, useTexts } from '@org/identity-ui';
import type { UserDetails } from '../administration/get-user.js';
import { browserName } from '../sessions/browser-name.js';
import type { listSessions } from '../sessions/sessions.js';
import { PersonStatus } from './people-area.js';
import { platformTexts } from './texts.js';

interface PersonContentProps {
  visit: UserVisit;
  user: UserDetails;
  sessions: Awaited<ReturnType<typeof listSessions>>['sessions'];
  /** Whether users can sign in with a password here. */
  hasPasswords: boolean;
}

/** Who the person is, where they belong and are signed in, and what can be done. */
export function PersonContent({ visit, user, sessions, hasPasswords }: PersonContentProps) {
  const { person } = useTexts(platformTexts);
  const action = `${visit.base}/people/${user.id}`;
  return (
    <>
      <Facts user={user} />
      <p class="bar">
        <a class="button button-secondary" href={`${visit.base}/explain?person=${user.id}`}>
          {person.explain}
        </a>
      </p>
      <Memberships user={user} />
      <section>
        <h2>{person.sessions}</h2>
        {sessions.length === 0 ? <Empty>{person.noSessions}</Empty> : <Sessions {...{ visit, sessions, action }} />}
      </section>
      <Actions {...{ visit, user, action, hasPasswords }} />
    </>
  );
}

function Facts({ user }: { user: UserDetails }) {
  const { person, people, signIn } = useTexts(platformTexts);
  const { email, emailVerified, secondFactor, passkeys, hasPassword, providers } = user;
  const ways = [
    ...(hasPassword ? [signIn.password] : []),
    ...(passkeys > 0 ? [signIn.passkeys(passkeys)] : []),
    ...providers,
  ];
  return (
    <dl class="facts">
      <dt>{person.email}</dt>
      <dd>
        <Name text={email} /> {!emailVerified && <Badge tone="bad">{person.unverified}</Badge>}
      </dd>
      <dt>{people.status}</dt>
      <dd>
        <PersonStatus user={user} />
      </dd>
      {user.disabledAt && (
        <>
          <dt>{person.disabledAt}</dt>
          <dd>
            <Moment at={user.disabledAt} />
          </dd>
        </>
      )}
      {user.eraseAt && (
        <>
          <dt>{person.eraseAt}</dt>
          <dd>
            <Moment at={user.eraseAt} />
          </dd>
        </>
      )}
      <dt>{person.ways}</dt>
      <dd>{ways.length === 0 ? signIn.none : ways.join(', ')}</dd>
      <dt>{person.secondFactor}</dt>
      <dd>{secondFactor ? signIn.on : signIn.off}</dd>
      <dt>{people.since}</dt>
      <dd>
        <Moment at={user.createdAt} />
      </dd>
      <dt>{person.id}</dt>
      <dd>
        <bdi>{user.id}</bdi>
      </dd>
    </dl>
  );
}

function Memberships({ user: { memberships } }: { user: UserDetails }) {
  const { person, roles, memberStatuses } = useTexts(platformTexts);
  return (
    <section>
      <h2>{person.memberships}</h2>
      {memberships.length === 0 ? (
        <Empty>{person.noMemberships}</Empty>
      ) : (
        <Table
          caption={person.memberships}
          rows={memberships}
          keyOf={({ tenantId }) => tenantId}
          columns={[
            { label: person.organization, cell: ({ slug }) => <a href={`/console/${slug}`}>{slug}</a> },
            { label: person.role, cell: ({ role }) => roles[role] ?? role },
            { label: person.state, cell: ({ status }) => memberStatuses[status] ?? status },
          ]}
        />
      )}
    </section>
  );
}

function Sessions({ visit, sessions, action }: Pick<PersonContentProps, 'visit' | 'sessions'> & { action: string }) {
  const { person } = useTexts(platformTexts);
  const language = useLanguage();
  return (
    <>
      <Table
        caption={person.sessions}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            label: person.browser,
            cell: ({ userAgent, isCurrent }) => (
              <>
                {browserName(userAgent, language)} {isCurrent && <Badge>{person.thisBrowser}</Badge>}
              </>
            ),
          },
          {
            label: person.location,
            cell: ({ location, ipAddress }) => (
              <>
                {location}
                <span class="soft">{ipAddress}</span>
              </>
            ),
          },
          { label: person.lastActive, cell: ({ lastActive }) => <Moment at={lastActive} /> },
          {
            label: person.actions,
            hiddenLabel: true,
            cell: ({ id, userAgent }) => (
              <Form action={action} hidden={{ ...visit.hidden, action: 'sign-out', session: id }}>
                <div class="row-actions">
                  <Button kind="secondary">
                    {person.signOut}
                    <span class="hidden"> {browserName(userAgent, language)}</span>
                  </Button>
                </div>
              </Form>
            ),
          },
        ]}
      />
      <Form action={action} hidden={{ ...visit.hidden, action: 'sign-out-all' }}>
        <div class="bar">
          <Button kind="secondary">{person.signOutAll}</Button>
        </div>
      </Form>
    </>
  );
}

function Actions(props: Omit<PersonContentProps, 'sessions'> & { action: string }) {
  const { visit, user, action, hasPasswords } = props;
  const { person } = useTexts(platformTexts);
  const isSelf = user.id === visit.principal.userId;
  const disabled = user.status === 'DISABLED';
  const canReset = hasPasswords && !disabled;
  return (
    <>
      <section>
        <h2>{person.helpTitle}</h2>
        <p>{person.unlockHint}</p>
        {canReset && <p>{person.resetHint}</p>}
        {user.secondFactor && <p>{person.factorsHint}</p>}
        <Form action={action} hidden={{ ...visit.hidden }}>
          <div class="bar">
            <Button kind="secondary" name="action" value="unlock">
              {person.unlock}
            </Button>
            {canReset && (
              <Button kind="secondary" name="action" value="send-reset">
                {person.sendReset}
              </Button>
            )}
            {user.secondFactor && (
              <Button kind="danger" name="action" value="remove-factors">
                {person.removeFactors}
              </Button>
            )}
          </div>
        </Form>
      </section>
      {!isSelf && (
        <section>
          <h2>{person.accessTitle}</h2>
          <p>{disabled ? person.enableHint : person.disableHint}</p>
          <p>{person.eraseHint}</p>
          <Form action={action} hidden={{ ...visit.hidden }}>
            <div class="bar">
              <Button kind={disabled ? 'secondary' : 'danger'} name="action" value={disabled ? 'enable' : 'disable'}>
                {disabled ? person.enable : person.disable}
              </Button>
              <Button kind="danger" name="action" value="erase">
                {person.erase}
              </Button>
            </div>
          </Form>
        </section>
      )}
    </>
  );
}
