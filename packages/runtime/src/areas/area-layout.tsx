import type { ConsoleLink } from '@org/identity-core';
import { type Brand, consoleStyles, Layout, Notice, shellStyles, useTexts } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import type { Shell } from './shell.js';
import { SideNavigation } from './side-navigation.js';
import { areasTexts } from './texts.js';
import { TopBar } from './top-bar.js';

export interface AreaLayoutProps {
  brand: Brand;
  title: string;
  /** For pages with tables. */
  wide: boolean;
  shell: Shell;
  /** The area that this page belongs to. */
  parent: ConsoleLink | undefined;
  notice?: string | undefined;
  /** False if the notice tells that nothing has happened yet. */
  isDone?: boolean;
  /** Why a form was refused, if no field is the reason. */
  error?: string | undefined;
  failed?: boolean;
  children: ComponentChildren;
}

/** The CSS of the pages of a console. */
export const areaStyles = (wide: boolean): string => (wide ? consoleStyles : shellStyles);

/** The frame of every area: the bar, the navigation, and the result of the last action. */
export function AreaLayout(props: AreaLayoutProps) {
  const { brand, title, wide, shell, parent, notice, isDone = true, error, failed = false, children } = props;
  const { frame } = useTexts(areasTexts);
  const { navigation, subject, groups, favicon = brand.favicon } = shell;
  const tab = subject === undefined ? title : `${title} · ${subject}`;
  return (
    <Layout
      title={tab}
      heading={title}
      brand={{ ...brand, favicon }}
      bar={<TopBar shell={shell} />}
      navigation={<SideNavigation name={navigation} groups={groups} />}
      failed={failed}
      wide={wide}
      styles={areaStyles(wide)}
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
        <Notice kind={isDone ? 'success' : 'info'} focused>
          {notice}
        </Notice>
      )}
      {children}
    </Layout>
  );
}
