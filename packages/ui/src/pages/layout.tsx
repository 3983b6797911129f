import type { ComponentChildren } from 'preact';
import { useLanguage, useTexts } from '../language/texts.js';
import { uiTexts } from '../texts/index.js';
import type { Brand } from './brand.js';
import { brandStylesOf } from './brand-styles.js';
import { mix } from './contrast.js';
import { Name } from './name.js';
import { stylesheet } from './stylesheet.js';
import { WebLink } from './web-link.js';

const ring = 'M8.5 10.7 A10.5 10.5 0 1 0 23.5 10.7';

/** The product mark: a signet ring, an old way to prove an identity. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d={ring} fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" />
      <circle cx="16" cy="6.6" r="4" fill="currentColor" />
    </svg>
  );
}

// This green is visible on light and dark tab bars; other colours are made lighter for that.
const defaultColour = '#2a9d7f';

/** The mark as a `data:` URL for `<link rel="icon">`: it saves a request for /favicon.ico at the first visit. */
function markIcon(accent?: string): string {
  const colour = accent === undefined ? defaultColour : mix('#ffffff', accent, 0.25);
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="${ring}" fill="none" stroke="${colour}" stroke-width="4.5" stroke-linecap="round"/><circle cx="16" cy="6.6" r="4.2" fill="${colour}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(icon)}`;
}

export type { Brand } from './brand.js';

export interface LayoutProps {
  /** Names the browser tab, and is the page's heading unless `heading` is given. */
  title: string;
  /** A heading with markup, e.g. an isolated name. */
  heading?: ComponentChildren;
  brand: Brand;
  /** Whether the page shows an error: the title then says so first, for screen readers. */
  failed?: boolean;
  /** Links to the other pages of the area. */
  navigation?: ComponentChildren;
  /** What the bar of a console has beside the product: the page then fills the window. It needs `shellStyles`. */
  bar?: ComponentChildren;
  /** Whether the page needs room for tables. */
  wide?: boolean;
  /** Shown above the heading. */
  above?: ComponentChildren;
  /** CSS of this page only; pass it to `pageHeadersOf` as well. */
  styles?: string;
  children?: ComponentChildren;
}

/** The whole document of a hosted page: a card with a heading, the product mark above and the footer below. */
export function Layout(props: LayoutProps) {
  const {
    title,
    heading = title,
    brand,
    failed = false,
    navigation,
    bar,
    wide = false,
    above,
    styles,
    children,
  } = props;
  const { foot, errorTitle, skip } = useTexts(uiTexts);
  const brandStyles = brandStylesOf(brand);
  return (
    <html lang={useLanguage()}>
      <head>
        <meta charset="utf-8" />
        <title>{`${failed ? errorTitle(title) : title} · ${brand.productName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={brand.favicon ?? markIcon(brand.accent?.light)} />
        {/* Raw, because escaping a quote or `>` would change the bytes of the CSP hash. */}
        <style dangerouslySetInnerHTML={{ __html: stylesheet }} />
        {brandStyles && <style dangerouslySetInnerHTML={{ __html: brandStyles.css }} />}
        {styles && <style dangerouslySetInnerHTML={{ __html: styles }} />}
      </head>
      <body class={bar ? `shell${wide ? ' wide' : ''}` : navigation ? 'with-sections' : undefined}>
        {bar ? (
          <>
            <a class="hidden skip" href="#main">
              {skip}
            </a>
            <header class="top">
              <div class="product">
                <Product brand={brand} />
              </div>
              {bar}
            </header>
          </>
        ) : (
          <header class="brand">
            <Product brand={brand} />
          </header>
        )}
        {navigation}
        <main id={bar ? 'main' : undefined}>
          {above}
          <h1>{heading}</h1>
          {children}
        </main>
        <footer class="foot">
          {namesProduct(brand) && <p>{foot.by(<Name text={brand.productName} />)}</p>}
          <FootLinks {...brand.links} />
        </footer>
      </body>
    </html>
  );
}

function Product({ brand: { logo, tenantName, productName } }: { brand: Brand }) {
  return (
    <>
      {logo ? <img class="logo" src={logo.url} alt={logo.alt} /> : <Mark />}
      <Name text={tenantName ?? productName} />
    </>
  );
}

/** On a page in a tenant's look the line says whose service it is. Only the operator can remove it. */
function namesProduct({ poweredBy = true, ofTenant = false }: Brand): boolean {
  return poweredBy === 'tenants' ? ofTenant : poweredBy;
}

const footLinks = ['homepage', 'support', 'privacy'] as const;

function FootLinks(links: NonNullable<Brand['links']>) {
  const { foot } = useTexts(uiTexts);
  const given = footLinks.filter((name) => links[name]);
  if (given.length === 0) return null;
  return (
    <p class="foot-links">
      {given.map((name) => (
        // In a new tab, because the page may contain a form that is half filled in.
        <WebLink key={name} href={links[name]} newTab>
          {foot[name]}
        </WebLink>
      ))}
    </p>
  );
}
