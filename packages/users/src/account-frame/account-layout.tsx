import { type Brand, Form, Layout, Notice, useTexts } from '@org/identity-core';
import type { ComponentChildren } from 'preact';
import { accountFrameTexts } from './texts.js';

/** The subject of an account page. */
export type AreaName = keyof typeof accountFrameTexts.en.account.areas;

export interface AccountLink {
  readonly path: string;
  readonly name: AreaName;
}

export interface AccountLayoutProps {
  brand: Brand;
  /** The name of this page. */
  name: AreaName;
  links: readonly AccountLink[];
  hidden: Readonly<Record<string, string>>;
  notice?: string | undefined;
  /** Why a form was refused, if no field is the reason. */
  error?: string | undefined;
  failed?: boolean;
  children: ComponentChildren;
}

/** The frame of every account page: navigation, sign-out, and the result of the last action. */
export function AccountLayout({ brand, name, links, hidden, notice, error, failed, children }: AccountLayoutProps) {
  const { account: texts } = useTexts(accountFrameTexts);
  const navigation = (
    <nav class="sections" aria-label={texts.navigation}>
      <ul class="list">
        {links.map((link) => (
          <li key={link.path}>
            <a href={link.path} aria-current={link.name === name ? 'page' : undefined}>
              {texts.areas[link.name].name}
            </a>
          </li>
        ))}
        <li class="leave">
          <Form action="/account/sign-out" hidden={{ ...hidden }}>
            <button type="submit">{texts.signOut}</button>
          </Form>
        </li>
      </ul>
    </nav>
  );
  return (
    <Layout title={texts.areas[name].title} brand={brand} navigation={navigation} failed={failed ?? false}>
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
