import { Form, firstCharacters, Name, useTexts } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.js';
import type { Shell, Switcher } from './shell.js';
import { areasTexts } from './texts.js';

/** How much of a name the bar shows: it should stay one line, also on a phone. The page's title has all of it. */
const maxInBar = 26;

/** Where one is, the search, and the menu of the user. */
export function TopBar({ shell }: { shell: Shell }) {
  const { frame } = useTexts(areasTexts);
  const { navigation, subject = navigation, logo, switcher, search, person } = shell;
  const place = <Place subject={subject} logo={logo} />;
  return (
    <>
      {switcher ? <TenantSwitcher place={place} switcher={switcher} /> : <p class="place">{place}</p>}
      {/* The navigation follows the bar. In a narrow window it is visible only while this is open. */}
      <details class="menu">
        <summary>
          <Icon name="menu" />
          <span class="hidden">{frame.menu}</span>
        </summary>
      </details>
      {search && (
        <search class="find" aria-label={search.label}>
          <form method="get" action={search.action}>
            <label class="hidden" for="find">
              {search.label}
            </label>
            <Icon name="search" />
            <input id="find" type="search" name="search" placeholder={search.label} autocomplete="off" />
          </form>
        </search>
      )}
      {person && <PersonMenu shell={shell} {...person} />}
    </>
  );
}

/** The logo of the tenant, or its name. */
function Place({ subject, logo }: { subject: string; logo: string | undefined }) {
  return logo ? <img class="place-logo" src={logo} alt={subject} /> : <Name text={subject} max={maxInBar} />;
}

/** A part of the bar that opens below it. Browsers close one when another of the same name opens. */
function Fold({ kind, summary, children }: { kind: string; summary: ComponentChildren; children: ComponentChildren }) {
  return (
    <details class={`fold ${kind}`} name="bar">
      <summary>{summary}</summary>
      <div class="panel">{children}</div>
    </details>
  );
}

interface TenantSwitcherProps {
  place: ComponentChildren;
  switcher: Switcher;
}

function TenantSwitcher({ place, switcher: { tenants, more } }: TenantSwitcherProps) {
  const { frame } = useTexts(areasTexts);
  const summary = (
    <>
      <span>
        {place}
        <span class="hidden"> ({frame.switchTenant})</span>
      </span>
      <Icon name="open" />
    </>
  );
  return (
    <Fold kind="place" summary={summary}>
      {more && (
        <search aria-label={frame.findTenant}>
          <form class="field" method="get" action="/console">
            <label for="find-tenant">{frame.findTenant}</label>
            <input id="find-tenant" type="search" name="search" autocomplete="off" />
          </form>
        </search>
      )}
      <ul class="list">
        {tenants.map(({ href, name, current }) => (
          <li key={href}>
            <a href={href} aria-current={current ? 'true' : undefined}>
              <span>
                <Name text={name} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function PersonMenu({ shell, name, email }: { shell: Shell; name: string | null; email: string }) {
  const { frame } = useTexts(areasTexts);
  const { otherConsoles, hidden, signOut } = shell;
  const summary = (
    <>
      <span class="avatar" aria-hidden="true">
        {firstCharacters(name ?? email, 1).toLocaleUpperCase()}
      </span>
      <span class="hidden">{frame.signedInAs(<Name text={name ?? email} />)}</span>
    </>
  );
  return (
    <Fold kind="person" summary={summary}>
      <p class="who">
        <strong>
          <Name text={name ?? email} />
        </strong>
        {name !== null && <bdi>{email}</bdi>}
      </p>
      <ul class="list">
        {otherConsoles.map(({ href, name: text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
      <Languages languages={shell.languages} />
      {signOut !== undefined && (
        <Form action={signOut} hidden={{ ...hidden }}>
          <button type="submit">{frame.signOut}</button>
        </Form>
      )}
    </Fold>
  );
}

/** Each language in its own name. */
function Languages({ languages }: Pick<Shell, 'languages'>) {
  const { frame } = useTexts(areasTexts);
  const nameOf = (language: string) => new Intl.DisplayNames(language, { type: 'language' }).of(language);
  return (
    <ul class="list languages" aria-label={frame.language}>
      {languages.map(({ language, href, current }) => (
        <li key={language}>
          <a href={href} lang={language} hreflang={language} aria-current={current ? 'true' : undefined}>
            {nameOf(language)}
          </a>
        </li>
      ))}
    </ul>
  );
}
