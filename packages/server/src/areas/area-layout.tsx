import { type Brand, Form, Layout, Notice, useTexts } from '@org/identity-core';
import type { ComponentChildren } from 'preact';
import { areasTexts } from './texts.js';

export interface AreaLink {
  readonly href: string;
  readonly name: string;
  /** Whether it leads to this page, or to the area that this page belongs to. */
  readonly current: boolean;
}

export interface AreaLayoutProps {
  brand: Brand;
  title: string;
  /** What the navigation is about, for screen readers. */
  navigation: string;
  links: readonly AreaLink[];
  hidden: Readonly<Record<string, string>>;
  notice?: string | undefined;
  /** Why a form was refused, if no field is the reason. */
  error?: string | undefined;
  failed?: boolean;
  children: ComponentChildren;
}

/** The frame of every area: navigation, sign-out, and the result of the last action. */
export function AreaLayout({
  brand,
  title,
  navigation,
  links,
  hidden,
  notice,
  error,
  failed = false,
  children,
}: AreaLayoutProps) {
  const { frame } = useTexts(areasTexts);
  const sections = (
    <nav class="sections" aria-label={navigation}>
      <ul class="list">
        {links.map(({ href, name, current }) => (
          <li key={href}>
            <a href={href} aria-current={current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
        <li class="leave">
          <Form action="/account/sign-out" hidden={{ ...hidden }}>
            <button type="submit">{frame.signOut}</button>
          </Form>
        </li>
      </ul>
    </nav>
  );
  return (
    <Layout title={title} brand={brand} navigation={sections} failed={failed}>
      {error && (
        <Notice kind="error" id="refused" focused>
          {error}
        </Notice>
      )}
      {notice && <Notice kind="info">{notice}</Notice>}
      {children}
    </Layout>
  );
}
