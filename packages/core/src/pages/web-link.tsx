import type { ComponentChildren } from 'preact';
import { useTexts } from '../language/texts.js';
import { coreTexts } from '../texts/index.js';

/** The address if it is one to link to: absolute http(s), never `javascript:` or `data:`. */
export function webAddress(href: string | undefined): URL | undefined {
  const url = href !== undefined && URL.canParse(href) ? new URL(href) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

export interface WebLinkProps {
  href: string | undefined;
  /** For links that would otherwise interrupt a form. */
  newTab?: boolean;
  /** Looks like a button of that kind. */
  button?: 'primary' | 'secondary' | 'quiet';
  children: ComponentChildren;
}

/** A link to an address others supplied; where that is not http(s) the words stay and a button goes. */
export function WebLink({ href, newTab = false, button, children }: WebLinkProps) {
  const { newTab: inNewTab } = useTexts(coreTexts);
  const address = webAddress(href);
  if (address === undefined) return button ? null : <span>{children}</span>;
  return (
    <a
      href={address.href}
      rel="noopener noreferrer"
      target={newTab ? '_blank' : undefined}
      class={button ? `button button-${button}` : undefined}
    >
      {children}
      {newTab && <span class="hidden">{inNewTab}</span>}
    </a>
  );
}
