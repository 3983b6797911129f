/** A colour as it is written in options and settings. */
export const hexColour = /^#[0-9a-f]{6}$/iu;

type Rgb = readonly [number, number, number];

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The relative luminance of WCAG 2. */
function luminanceOf(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG 2, from 1 (none) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes `share` of the first colour into the second one. */
export function mix(colour: string, into: string, share: number): string {
  const base = rgbOf(into);
  const channels = rgbOf(colour).map((channel, index) =>
    Math.round(channel * share + (base[index] ?? 0) * (1 - share)),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
