import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Language, languages } from '../language/language.js';
import { inLanguage, useLanguage, useTexts } from '../language/texts.js';
import { ownAccent } from '../pages/accent.js';
import type { Brand } from '../pages/brand.js';
import { uiTexts } from '../texts/index.js';

export interface MailLayoutProps {
  brand: Brand;
  title: string;
  /** A list below the message. */
  lines?: readonly string[];
  action?: { href: string; label: string };
  after: string;
  children: ComponentChildren;
}

/** A mail with one message, perhaps a list, and at most one button. */
export function MailLayout({ brand, title, lines = [], action, after, children }: MailLayoutProps) {
  const { mail, foot } = useTexts(uiTexts);
  const styles = mailStyles(brand);
  // Mail programs show no `data:` images.
  const logo = brand.logo && /^https?:/u.test(brand.logo.url) ? brand.logo : undefined;
  return (
    <html lang={useLanguage()}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
      </head>
      <body style={styles.body}>
        <div style={styles.card}>
          {logo && <img src={logo.url} alt={logo.alt} height="32" style={styles.logo} />}
          <p style={styles.fine}>{brand.tenantName ?? brand.productName}</p>
          <h1 style={styles.title}>{title}</h1>
          <p>{children}</p>
          {lines.length > 0 && (
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          {action && (
            <>
              <p>
                <a href={action.href} style={styles.button}>
                  {action.label}
                </a>
              </p>
              <p style={styles.fine}>
                {mail.orOpen(
                  <a href={action.href} style={styles.link}>
                    {action.href}
                  </a>,
                )}
              </p>
            </>
          )}
          <p style={styles.fine}>{after}</p>
          {brand.ofTenant && <p style={styles.fine}>{foot.by(brand.productName)}</p>}
        </div>
      </body>
    </html>
  );
}

/** The HTML part of a mail. */
export function renderMail(node: VNode, language: Language = languages[0]): string {
  return `<!doctype html>${renderToString(inLanguage(language, node))}`;
}

/** Fonts that mail programs have on every system. */
const fonts = '-apple-system, "Segoe UI", Roboto, Arial, sans-serif';
const defaultBackground = '#f0f2f0';
const defaultRadius = 8;

// Mail programs support neither style sheets nor variables: each element has its own style.
/** The styles of a mail in the look of a brand, by element. */
export function mailStyles({ accent, background, radius = defaultRadius, font = fonts }: Brand) {
  const colour = accent?.light ?? ownAccent.light;
  const fine = { fontSize: '13px', color: '#56615c', overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;
  return {
    body: {
      margin: '0',
      padding: '24px 16px',
      background: background?.light ?? defaultBackground,
      fontFamily: font,
      fontSize: '16px',
      lineHeight: '1.5',
      color: '#14211c',
    },
    card: {
      maxWidth: '480px',
      margin: '0 auto',
      padding: '32px',
      background: '#ffffff',
      borderRadius: `${radius * 1.5}px`,
      // A long name or URL without a space would push the card wider than the window.
      overflowWrap: 'anywhere',
      wordBreak: 'break-word',
    },
    logo: { display: 'block', height: '32px', maxWidth: '160px', border: '0' },
    title: { margin: '16px 0', fontSize: '22px', lineHeight: '1.25' },
    button: {
      display: 'inline-block',
      padding: '12px 20px',
      background: colour,
      color: '#ffffff',
      borderRadius: `${radius}px`,
      textDecoration: 'none',
      fontWeight: '600',
    },
    fine,
    // On its own line, so that it is not broken after a few letters.
    link: { display: 'block', color: colour, overflowWrap: 'anywhere', wordBreak: 'break-all' },
  } as const;
}
