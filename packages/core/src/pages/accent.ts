import { contrastOf, mix } from './contrast.js';
import { type Background, type Look, leastContrast, type Surfaces, surfacesOf } from './surfaces.js';

/** The colour of buttons, links, the focus and the mark; without a dark one it is made from the light one. */
export interface Accent {
  readonly light: string;
  readonly dark?: string | undefined;
}

interface Shades {
  readonly onAccent: string;
  /** What the accent goes towards while the pointer is over it. */
  readonly stronger: string;
  readonly tintShare: number;
}

const shades: Record<Look, Shades> = {
  light: { onAccent: '#ffffff', stronger: '#000000', tintShare: 0.08 },
  dark: { onAccent: '#0d1311', stronger: '#ffffff', tintShare: 0.12 },
};

/** Ours, where none is given. */
export const ownAccent = { light: '#0c5f4c', dark: '#7cd3b8' } as const;

function shadesOf(accent: string, look: Look, { card }: Surfaces) {
  const { stronger, tintShare } = shades[look];
  return { strong: mix(stronger, accent, 0.25), tint: mix(accent, card, tintShare) };
}

/** The worst contrast among all places where the accent is text, or is under text. */
function worstContrast(accent: string, look: Look, surfaces: Surfaces): number {
  const { strong, tint } = shadesOf(accent, look, surfaces);
  const pairs = [accent, strong].flatMap((colour) => [
    contrastOf(colour, surfaces.card),
    contrastOf(colour, surfaces.ground),
    contrastOf(shades[look].onAccent, colour),
  ]);
  return Math.min(...pairs, contrastOf(accent, tint));
}

/** Whether everybody can read the accent, and the text on it, in that look. */
export function isReadable(accent: string, look: Look, background: Background = {}): boolean {
  return worstContrast(accent, look, surfacesOf(look, background)) >= leastContrast;
}

/** The same hue for the dark look: lighter, until it can be read there. */
export function darkAccentOf(light: string, background: Background = {}): string {
  for (let share = 0; share < 1; share += 0.05) {
    const lighter = mix('#ffffff', light, share);
    if (isReadable(lighter, 'dark', background)) return lighter;
  }
  return '#ffffff';
}

/** The CSS variables of an accent in a look. */
export function accentVariables(accent: string, look: Look, surfaces: Surfaces): string {
  const { strong, tint } = shadesOf(accent, look, surfaces);
  return `--accent:${accent};--accent-strong:${strong};--on-accent:${shades[look].onAccent};--tint:${tint}`;
}
