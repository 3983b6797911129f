import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Language, languages } from '../language/language.js';
import { inLanguage, useLanguage, useTexts } from '../language/texts.js';
import type { Brand } from '../pages/layout.js';
import { coreTexts } from '../texts/index.js';

export interface MailLayoutProps {
  brand: Brand;
  title: string;
  action?: { href: string; label: string };
  after: string;
  children: ComponentChildren;
}

// Mail programs know neither style sheets nor variables: every style stands on its element.
const body = {
  margin: '0',
  padding: '24px',
  background: '#f0f2f0',
  fontFamily: 'system-ui, sans-serif',
  color: '#14211c',
};
const card = { maxWidth: '480px', margin: '0 auto', padding: '32px', background: '#ffffff', borderRadius: '12px' };
const button = {
  display: 'inline-block',
  padding: '12px 20px',
  background: '#0e5f4c',
  color: '#ffffff',
  borderRadius: '8px',
  textDecoration: 'none',
  fontWeight: '600',
};
const fine = { fontSize: '13px', color: '#56615c' };

/** A mail with one thing to say, and at most one to do. */
export function MailLayout({ brand, title, action, after, children }: MailLayoutProps) {
  const { mail } = useTexts(coreTexts);
  return (
    <html lang={useLanguage()}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
      </head>
      <body style={body}>
        <div style={card}>
          <p style={fine}>{brand.productName}</p>
          <h1 style={{ fontSize: '22px' }}>{title}</h1>
          <p>{children}</p>
          {action && (
            <>
              <p>
                <a href={action.href} style={{ ...button, background: brand.accent?.light ?? button.background }}>
                  {action.label}
                </a>
              </p>
              <p style={fine}>{mail.orOpen(action.href)}</p>
            </>
          )}
          <p style={fine}>{after}</p>
        </div>
      </body>
    </html>
  );
}

/** The HTML part of a mail, in a language. */
export function renderMail(node: VNode, language: Language = languages[0]): string {
  return `<!doctype html>${renderToString(inLanguage(language, node))}`;
}
