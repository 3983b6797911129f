import { ownAccent } from '../pages/accent.js';
import type { Brand } from '../pages/brand.js';

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
