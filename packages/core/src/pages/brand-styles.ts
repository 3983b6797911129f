import { accentVariables, darkAccentOf, ownAccent } from './accent.js';
import type { Brand } from './brand.js';
import { cspHash } from './csp-hash.js';
import { type Look, surfacesOf } from './surfaces.js';

/** What of a brand is CSS. */
export type Styling = Pick<Brand, 'accent' | 'background' | 'radius' | 'font'>;

export interface BrandStyles {
  readonly css: string;
  /** The CSP source that permits them. */
  readonly hash: string;
}

const made = new Map<string, BrandStyles>();
// Tenants choose colours, too: what is kept must not grow with them.
const mostKept = 1000;

/** The second, small style sheet of a page; undefined where everything is as in the first one. */
export function brandStylesOf({ accent, background, radius, font }: Styling): BrandStyles | undefined {
  if (!accent && !background && radius === undefined && font === undefined) return undefined;
  const key = JSON.stringify([accent?.light, accent?.dark, background?.light, background?.dark, radius, font]);
  const known = made.get(key);
  if (known) return known;
  const css = write({ accent, background, radius, font });
  if (made.size >= mostKept) made.clear();
  const styles = { css, hash: cspHash(css) };
  made.set(key, styles);
  return styles;
}

/** Made of hexadecimal digits, one number and checked font names: nothing in it can end a rule or the element. */
function write({ accent, background, radius, font }: Styling): string {
  const shape = [
    ...(radius === undefined ? [] : [`--radius:${radius}px`]),
    ...(font === undefined ? [] : [`--font:${font}`]),
  ];
  const light = [...shape, ...colours('light')];
  const dark = colours('dark');
  const rule = (variables: readonly string[]) => (variables.length > 0 ? `:root{${variables.join(';')}}` : '');
  return `${rule(light)}${dark.length > 0 ? `@media (prefers-color-scheme:dark){${rule(dark)}}` : ''}`;

  function colours(look: Look): string[] {
    const surfaces = surfacesOf(look, background);
    const own = accent
      ? look === 'light'
        ? accent.light
        : (accent.dark ?? darkAccentOf(accent.light, background))
      : undefined;
    const ground =
      background?.[look] === undefined ? [] : Object.entries(surfaces).map(([name, colour]) => `--${name}:${colour}`);
    // The tint of our own accent lies on the card, which a background may change.
    const shades = own ?? (ground.length > 0 ? ownAccent[look] : undefined);
    return [...ground, ...(shades === undefined ? [] : [accentVariables(shades, look, surfaces)])];
  }
}
