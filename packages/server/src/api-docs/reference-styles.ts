/** The styles of the reference page alone, on top of those of every page. */
export const referenceStyles = `
.with-sections { grid-template-columns: 11rem minmax(0, 48rem); }
code, .endpoint summary b { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875rem; }
h2 { padding: .5rem 0 .75rem; }
.endpoint { border-top: 1px solid var(--edge); }
.endpoint:last-of-type { border-bottom: 1px solid var(--edge); }
.endpoint[open] { padding-bottom: 1.25rem; }
.endpoint summary { display: grid; grid-template-columns: 4rem minmax(0, 1fr); gap: 0 .5rem; padding: .75rem 0; cursor: pointer; }
.endpoint summary:hover code { color: var(--accent-strong); text-decoration: underline; text-underline-offset: .2em; }
.endpoint summary b { color: var(--accent); font-weight: 650; text-transform: uppercase; }
.endpoint summary span { grid-column: 2; color: var(--soft); font-size: .9375rem; }
.endpoint h3 { margin: 1.25rem 0 0; font-size: .875rem; font-weight: 650; }
.endpoint > :not(summary) { margin-left: 4.5rem; }
.fields { margin: .375rem 0 0; padding: 0; list-style: none; font-size: .9375rem; }
.fields li { padding: .1875rem 0; }
.fields span { color: var(--soft); }
.fields .fields { margin: .125rem 0 .25rem; padding-left: 1rem; border-left: 1px solid var(--edge); }
@media (max-width: 860px) {
  .with-sections { grid-template-columns: minmax(0, 48rem); }
  .endpoint > :not(summary) { margin-left: 0; }
}
`
  .replace(/\s+/gu, ' ')
  .trim();
