/** The colour of each method. All have a contrast of at least 4.5 to 1 on the page, in light and dark mode. */
const methodColours = {
  light: { get: '#0a58a6', post: '#17693a', put: '#6a3da8', patch: '#8a4a00', delete: '#a3231a' },
  dark: { get: '#8fc6ff', post: '#86dba2', put: '#d0b6f7', patch: '#f3c27f', delete: '#ffb0a6' },
} as const;

const rules = (colours: Readonly<Record<string, string>>) =>
  Object.entries(colours)
    .map(([method, colour]) => `.method.${method} { color: ${colour}; }`)
    .join(' ');

/** The styles of the reference page, in addition to those of every page. */
export const referenceStyles = `
.with-sections { grid-template-columns: 11rem minmax(0, 48rem); }
code, .method { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875rem; }
h2 { padding: .5rem 0 .75rem; }
.search { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .25rem .75rem; margin: 1.25rem 0 .5rem; }
.search .field { margin: 0; }
.search .button { width: auto; margin-top: 1.8125rem; align-self: start; }
.search > p { margin: .25rem 0 0; min-height: 1.5em; font-size: .9375rem; }
.search > a { justify-self: end; align-self: center; }
.endpoint { border-top: 1px solid var(--edge); }
section > :last-child .endpoint { border-bottom: 1px solid var(--edge); }
.endpoint[open] { padding-bottom: 1.25rem; }
.endpoint summary { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: .125rem .625rem; padding: .75rem 0; cursor: pointer; }
.endpoint summary code { overflow-wrap: anywhere; }
.endpoint summary:hover code { color: var(--accent-strong); text-decoration: underline; text-underline-offset: .2em; }
.endpoint summary span { grid-column: 2; color: var(--soft); font-size: .9375rem; }
.method { align-self: start; padding: .0625rem 0; border: 1px solid currentColor; border-radius: .25rem; font-size: .75rem; font-weight: 650; text-align: center; text-transform: uppercase; }
${rules(methodColours.light)}
@media (prefers-color-scheme: dark) { ${rules(methodColours.dark)} }
.endpoint h3 { margin: 1.25rem 0 0; font-size: .875rem; font-weight: 650; }
.endpoint > :not(summary) { margin-left: 5.125rem; }
.first-steps details { margin-top: 1rem; }
.first-steps summary { cursor: pointer; }
.first-steps h3 { margin: 1.25rem 0 0; font-size: .9375rem; font-weight: 650; }
.endpoint pre, .first-steps pre { margin-top: .5rem; margin-bottom: 0; padding: .75rem; border: 1px solid var(--edge); border-radius: .375rem; background: var(--field); line-height: 1.5; }
.endpoint pre code, .first-steps pre code, .first-steps p code { font-size: .8125rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.fields { margin: .375rem 0 0; padding: 0; list-style: none; font-size: .9375rem; }
.fields li { padding: .1875rem 0; }
.fields p { margin: 0; }
.fields span, .code span { color: var(--soft); }
.fields .fields { margin: .125rem 0 .25rem; padding-left: 1rem; border-left: 1px solid var(--edge); }
.code { margin: 0; padding: .1875rem 0; font-size: .9375rem; }
@media (max-width: 860px) {
  .with-sections { grid-template-columns: minmax(0, 48rem); }
  .endpoint > :not(summary) { margin-left: 0; }
}
`
  .replace(/\s+/gu, ' ')
  .trim();
