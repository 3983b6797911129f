import { contrastOf, mix } from './contrast.js';

/** By day and by night. */
export type Look = 'light' | 'dark';

/** The colours behind text and controls. */
export interface Surfaces {
  readonly ground: string;
  /** The ring in the corner of the page. */
  readonly ripple: string;
  readonly card: string;
  readonly edge: string;
  readonly field: string;
  readonly outline: string;
}

/** The colour of the page around the card; if absent, the default. */
export interface Background {
  readonly light?: string | undefined;
  readonly dark?: string | undefined;
}

// The colours of `styles/tokens.ts`, and the colours of text on them.
const defaults: Record<Look, Surfaces> = {
  light: {
    ground: '#eff2ee',
    ripple: '#e4e9e4',
    card: '#ffffff',
    edge: '#d8dfd9',
    field: '#ffffff',
    outline: '#7b8882',
  },
  dark: {
    ground: '#0d1311',
    ripple: '#121a17',
    card: '#161e1b',
    edge: '#2a3631',
    field: '#0f1614',
    outline: '#70807a',
  },
};
const texts: Record<Look, readonly string[]> = {
  light: ['#15201b', '#52605a', '#9c2318'],
  dark: ['#e7eeea', '#a5b3ac', '#ffb3a7'],
};

/** The colours of text in a look: of most text, and of what matters less. */
export function textColours(look: Look): { ink: string; soft: string } {
  const [ink = '', soft = ''] = texts[look];
  return { ink, soft };
}

/** WCAG 2 AA for text of any size. */
export const minContrast = 4.5;

/** The surfaces of a look, derived from the background if there is one. */
export function surfacesOf(look: Look, background: Background = {}): Surfaces {
  const ground = background[look];
  if (ground === undefined) return defaults[look];
  if (look === 'light') {
    const shade = (share: number) => mix('#000000', ground, share);
    return { ...defaults.light, ground, ripple: shade(0.05), edge: shade(0.12) };
  }
  const shade = (share: number) => mix('#ffffff', ground, share);
  return {
    ground,
    ripple: shade(0.03),
    card: shade(0.05),
    edge: shade(0.14),
    field: mix('#000000', ground, 0.15),
    outline: shade(0.5),
  };
}

/** Whether all text of the pages has enough contrast on that background, and on the card over it. */
export function isReadableBackground(colour: string, look: Look): boolean {
  const { ground, card } = surfacesOf(look, { [look]: colour });
  return texts[look].every((text) => [ground, card].every((surface) => contrastOf(text, surface) >= minContrast));
}
