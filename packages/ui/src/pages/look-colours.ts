import { darkAccentOf, onAccentOf, ownAccent } from './accent.js';
import type { Styling } from './brand-styles.js';
import { type Look, type Surfaces, surfacesOf, textColours } from './surfaces.js';

/** Every colour of a page that a drawing of it needs. */
export interface LookColours extends Surfaces {
  readonly ink: string;
  readonly soft: string;
  readonly accent: string;
  readonly onAccent: string;
}

/** The colours of the hosted pages with this brand, in one look: the same as those of their style sheets. */
export function lookColours({ accent, background }: Styling, look: Look): LookColours {
  return {
    ...surfacesOf(look, background),
    ...textColours(look),
    accent: accentOf({ accent, background }, look),
    onAccent: onAccentOf(look),
  };
}

/** The accent of the brand in one look, or the default one. */
export function accentOf({ accent, background }: Pick<Styling, 'accent' | 'background'>, look: Look): string {
  if (!accent) return ownAccent[look];
  return look === 'light' ? accent.light : (accent.dark ?? darkAccentOf(accent.light, background));
}
