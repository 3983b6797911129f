import { accentVariables, darkAccentOf, ownAccent } from './accent.js';
import type { Brand } from './brand.js';
import { cspHash } from './csp-hash.js';
import { type Look, surfacesOf } from './surfaces.js';

/** The part of a brand that becomes CSS. */
export type Styling = Pick<Brand, 'accent' | 'background' | 'radius' | 'font'>;

export interface BrandStyles {
  readonly css: string;
  /** The CSP source that allows these styles. */
  readonly hash: string;
}

const cache = new Map<string, BrandStyles>();
// Tenants choose colours as well, so the cache needs a limit.
const maxCached = 1000;

/** The second, small style sheet of a page; undefined if the brand changes no style. */
export function brandStylesOf({ accent, background, radius, font }: Styling): BrandStyles | undefined {
  if (!accent && !background && radius === undefined && font === undefined) return undefined;
  const key = JSON.stringify([accent?.light, accent?.dark, background?.light, background?.dark, radius, font]);
  const known = cache.get(key);
  if (known) return known;
  const css = write({ accent, background, radius, font });
  if (cache.size >= maxCached) cache.clear();
  const styles = { css, hash: cspHash(css) };
  cache.set(key, styles);
  return styles;
}

/** Contains only hexadecimal digits, one number and checked font names, so no value can end a rule or the element. */
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
    // The tint of the default accent depends on the card, which a background may change.
    const shades = own ?? (ground.length > 0 ? ownAccent[look] : undefined);
    return [...ground, ...(shades === undefined ? [] : [accentVariables(shades, look, surfaces)])];
  }
}
