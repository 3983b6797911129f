import { type Brand, Form, Layout, Notice } from '@org/identity-core';
import type { ComponentChildren } from 'preact';

export interface AccountLink {
  readonly path: string;
  readonly name: string;
}

export interface AccountLayoutProps {
  brand: Brand;
  title: string;
  /** Of this page. */
  path: string;
  links: readonly AccountLink[];
  hidden: Readonly<Record<string, string>>;
  notice?: string | undefined;
  error?: string | undefined;
  children: ComponentChildren;
}

/** The frame of every page of the account: links to the others, a way out, and what just happened. */
export function AccountLayout({ brand, title, path, links, hidden, notice, error, children }: AccountLayoutProps) {
  const navigation = (
    <nav class="sections" aria-label="Your account">
      <ul class="list">
        {links.map((link) => (
          <li key={link.path}>
            <a href={link.path} aria-current={link.path === path ? 'page' : undefined}>
              {link.name}
            </a>
          </li>
        ))}
        <li class="leave">
          <Form action="/account/sign-out" hidden={{ ...hidden }}>
            <button type="submit">Sign out</button>
          </Form>
        </li>
      </ul>
    </nav>
  );
  return (
    <Layout title={title} brand={brand} navigation={navigation}>
      {error && (
        <Notice kind="error" id="refused">
          {error}
        </Notice>
      )}
      {notice && <Notice kind="info">{notice}</Notice>}
      {children}
    </Layout>
  );
}
