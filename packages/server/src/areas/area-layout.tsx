import { type Brand, consoleStyles, Form, Layout, Name, Notice, useTexts } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { areasTexts } from './texts.js';

export interface ConsoleLink {
  readonly href: string;
  readonly name: string;
}

export interface AreaLink extends ConsoleLink {
  /** Whether it leads to this page, or to the area that this page belongs to. */
  readonly current: boolean;
}

export interface AreaLayoutProps {
  brand: Brand;
  title: string;
  /** For pages with tables. */
  wide: boolean;
  /** What the navigation is about, for screen readers. */
  navigation: string;
  /** What all pages of the console are about, such as the name of a tenant. */
  subject: string | undefined;
  links: readonly AreaLink[];
  otherConsoles: readonly ConsoleLink[];
  /** The area that this page belongs to. */
  parent: ConsoleLink | undefined;
  hidden: Readonly<Record<string, string>>;
  /** Where the sign-out form is sent. */
  signOut: string | undefined;
  notice?: string | undefined;
  /** Why a form was refused, if no field is the reason. */
  error?: string | undefined;
  failed?: boolean;
  children: ComponentChildren;
}

/** The frame of every area: navigation, sign-out, and the result of the last action. */
export function AreaLayout(props: AreaLayoutProps) {
  const { brand, title, wide, subject, parent, notice, error, failed = false, children } = props;
  const { frame } = useTexts(areasTexts);
  const tab = subject === undefined ? title : `${title} · ${subject}`;
  return (
    <Layout
      title={tab}
      heading={title}
      brand={brand}
      navigation={<Navigation {...props} />}
      failed={failed}
      {...(wide ? { wide, styles: consoleStyles } : {})}
      above={
        parent && (
          <nav class="crumbs" aria-label={frame.crumbs}>
            <a href={parent.href}>{parent.name}</a>
          </nav>
        )
      }
    >
      {error && (
        <Notice kind="error" id="refused" focused>
          {error}
        </Notice>
      )}
      {notice && (
        <Notice kind="info" focused>
          {notice}
        </Notice>
      )}
      {children}
    </Layout>
  );
}

function Navigation({ navigation, subject, links, otherConsoles, hidden, signOut }: AreaLayoutProps) {
  const { frame } = useTexts(areasTexts);
  return (
    <nav class="sections" aria-label={navigation}>
      {subject !== undefined && (
        <p class="place">
          <strong>
            <Name text={subject} />
          </strong>
          <span>{navigation}</span>
        </p>
      )}
      <ul class="list">
        {links.map(({ href, name, current }) => (
          <li key={href}>
            <a href={href} aria-current={current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
        {otherConsoles.map(({ href, name }, index) => (
          <li key={href} class={index === 0 ? 'leave' : undefined}>
            <a href={href}>{name}</a>
          </li>
        ))}
        {signOut !== undefined && (
          <li class={otherConsoles.length === 0 ? 'leave' : undefined}>
            <Form action={signOut} hidden={{ ...hidden }}>
              <button type="submit">{frame.signOut}</button>
            </Form>
          </li>
        )}
      </ul>
    </nav>
  );
}
