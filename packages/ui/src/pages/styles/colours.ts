/** Every colour of the hosted pages, once for light and once for dark; each pair used for text meets WCAG AA. */
export const colours = `
:root {
  color-scheme: light dark;
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
