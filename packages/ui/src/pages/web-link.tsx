import type { ComponentChildren } from 'preact';
import { useTexts } from '../language/texts.js';
import { uiTexts } from '../texts/index.js';

/** Returns the URL if we may link to it: absolute http(s), never `javascript:` or `data:`. */
export function webUrl(href: string | undefined): URL | undefined {
  const url = href !== undefined && URL.canParse(href) ? new URL(href) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

export interface WebLinkProps {
  href: string | undefined;
  /** For links that would interrupt a form. */
  newTab?: boolean;
  /** Shows the link as a button of that kind. */
  button?: 'primary' | 'secondary' | 'quiet';
  children: ComponentChildren;
}

/** A link to a URL that others supplied. If it is not http(s), only the text is shown, and a button is left out. */
export function WebLink({ href, newTab = false, button, children }: WebLinkProps) {
  const { newTab: inNewTab } = useTexts(uiTexts);
  const url = webUrl(href);
  if (url === undefined) return button ? null : <span>{children}</span>;
  return (
    <a
      href={url.href}
      rel="noopener noreferrer"
      target={newTab ? '_blank' : undefined}
      class={button ? `button button-${button}` : undefined}
    >
      {children}
      {newTab && <span class="hidden">{inNewTab}</span>}
    </a>
  );
}
