import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Language, languages } from '../language/language.js';
import { inLanguage, useLanguage, useTexts } from '../language/texts.js';
import type { Brand } from '../pages/layout.js';
import { uiTexts } from '../texts/index.js';
import { mailStyles } from './mail-styles.js';

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
  const { mail } = useTexts(uiTexts);
  const styles = mailStyles(brand);
  // Mail programs show no `data:` images.
  const logo = brand.logo?.url.startsWith('https:') ? brand.logo : undefined;
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
          <p style={styles.fine}>{brand.productName}</p>
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
        </div>
      </body>
    </html>
  );
}

/** The HTML part of a mail. */
export function renderMail(node: VNode, language: Language = languages[0]): string {
  return `<!doctype html>${renderToString(inLanguage(language, node))}`;
}
