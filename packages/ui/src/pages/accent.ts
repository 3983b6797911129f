import { contrastOf, mix } from './contrast.js';
import { type Background, type Look, minContrast, type Surfaces, surfacesOf } from './surfaces.js';

/** The colour of buttons, links, the focus and the mark. If `dark` is absent, it is made from `light`. */
export interface Accent {
  readonly light: string;
  readonly dark?: string | undefined;
}

interface Shades {
  readonly onAccent: string;
  /** The colour that is mixed in while the pointer is over the element. */
  readonly stronger: string;
  readonly tintShare: number;
}

const shades: Record<Look, Shades> = {
  light: { onAccent: '#ffffff', stronger: '#000000', tintShare: 0.08 },
  dark: { onAccent: '#0d1311', stronger: '#ffffff', tintShare: 0.12 },
};

/** The default accent. */
export const ownAccent = { light: '#0c5f4c', dark: '#7cd3b8' } as const;

/** The colour of text on the accent. */
export const onAccentOf = (look: Look): string => shades[look].onAccent;

function shadesOf(accent: string, look: Look, { card }: Surfaces) {
  const { stronger, tintShare } = shades[look];
  return { strong: mix(stronger, accent, 0.25), tint: mix(accent, card, tintShare) };
}

/** The lowest contrast of all places where the accent is text or behind text. */
function worstContrast(accent: string, look: Look, surfaces: Surfaces): number {
  const { strong, tint } = shadesOf(accent, look, surfaces);
  const pairs = [accent, strong].flatMap((colour) => [
    contrastOf(colour, surfaces.card),
    contrastOf(colour, surfaces.ground),
    contrastOf(shades[look].onAccent, colour),
  ]);
  return Math.min(...pairs, contrastOf(accent, tint));
}

/** Whether the accent, and the text on it, has enough contrast in that look. */
export function isReadable(accent: string, look: Look, background: Background = {}): boolean {
  return worstContrast(accent, look, surfacesOf(look, background)) >= minContrast;
}

/** The same hue for the dark look: made lighter until the contrast is high enough. */
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
