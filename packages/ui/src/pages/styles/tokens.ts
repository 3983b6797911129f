// Without `system-ui`: on Chinese and Japanese Windows it picks a font that is bad for Latin text.
const fonts =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "Helvetica Neue", Arial, sans-serif';

/**
 * What all pages are made of: type, space, corners, and every colour, once for light and once for dark. Each pair of colours
 * used for text meets WCAG AA. A brand replaces colours, `--radius` and `--font`.
 */
export const tokens = `
:root {
  color-scheme: light dark;
  --font: ${fonts};
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --text-xs: .8125rem;
  --text-s: .875rem;
  --text-m: .9375rem;
  --text-l: 1.125rem;
  --text-xl: 1.625rem;
  --space-xs: .25rem;
  --space-s: .5rem;
  --space-m: .75rem;
  --space-l: 1.25rem;
  --space-xl: 2rem;
  --radius: .5rem;
  --ground: #eff2ee;
  --ripple: #e4e9e4;
  --card: #ffffff;
  --edge: #d8dfd9;
  --ink: #15201b;
  --soft: #52605a;
  --field: #ffffff;
  --outline: #7b8882;
  --accent: #0c5f4c;
  --accent-strong: #084839;
  --on-accent: #ffffff;
  --tint: #e6f1ec;
  --danger: #9c2318;
  --danger-tint: #fcefed;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1311;
    --ripple: #121a17;
    --card: #161e1b;
    --edge: #2a3631;
    --ink: #e7eeea;
    --soft: #a5b3ac;
    --field: #0f1614;
    --outline: #70807a;
    --accent: #7cd3b8;
    --accent-strong: #a0e3cd;
    --on-accent: #05261d;
    --tint: #1b302a;
    --danger: #ffb3a7;
    --danger-tint: #371b17;
  }
}
`;
