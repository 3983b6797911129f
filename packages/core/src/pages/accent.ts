import { contrastOf, mix } from './contrast.js';

/** The colour of buttons, links and the mark, by day and by night. */
export interface Accent {
  readonly light: string;
  readonly dark: string;
}

interface Look {
  readonly card: string;
  readonly ground: string;
  readonly onAccent: string;
  /** What the accent goes towards while the pointer is over it. */
  readonly stronger: string;
  readonly tintShare: number;
}

// The surfaces of `styles/colours.ts`, which the accent is seen on.
const looks: Record<keyof Accent, Look> = {
  light: { card: '#ffffff', ground: '#eff2ee', onAccent: '#ffffff', stronger: '#000000', tintShare: 0.08 },
  dark: { card: '#161e1b', ground: '#0d1311', onAccent: '#0d1311', stronger: '#ffffff', tintShare: 0.12 },
};

/** WCAG 2 AA for text of any size. */
const leastContrast = 4.5;

function shadesOf(accent: string, look: Look) {
  return { strong: mix(look.stronger, accent, 0.25), tint: mix(accent, look.card, look.tintShare) };
}

/** The worst contrast among all places where the accent is text, or is under text. */
function worstContrast(accent: string, look: Look): number {
  const { strong, tint } = shadesOf(accent, look);
  const pairs = [accent, strong].flatMap((colour) => [
    contrastOf(colour, look.card),
    contrastOf(colour, look.ground),
    contrastOf(look.onAccent, colour),
  ]);
  return Math.min(...pairs, contrastOf(accent, tint));
}

/** Whether everybody can read the accent, and what stands on it, in that look. */
export function isReadable(accent: string, look: keyof Accent): boolean {
  return worstContrast(accent, looks[look]) >= leastContrast;
}

/** The same hue for the dark look: lighter, until it can be read there. */
export function darkAccentOf(light: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const lighter = mix('#ffffff', light, share);
    if (isReadable(lighter, 'dark')) return lighter;
  }
  return '#ffffff';
}

/** The style sheet that an accent adds to every page. */
export function accentStyles({ light, dark }: Accent): string {
  const rules = (accent: string, look: Look) => {
    const { strong, tint } = shadesOf(accent, look);
    return `:root{--accent:${accent};--accent-strong:${strong};--on-accent:${look.onAccent};--tint:${tint}}`;
  };
  return `${rules(light, looks.light)}@media (prefers-color-scheme:dark){${rules(dark, looks.dark)}}`;
}
