/** Pages with navigation: the links are in a column, or above the card in a narrow window. */
export const sections = `
.with-sections { display: grid; grid-template-columns: 11rem minmax(0, 34rem); grid-template-rows: auto auto 1fr; gap: 0 2.5rem; justify-content: center; align-items: start; }
.with-sections .brand, .with-sections .foot { grid-column: 1 / -1; max-width: none; margin-top: 0; }
.with-sections .foot { margin-top: 1.25rem; align-self: end; }
.with-sections main { max-width: none; }
.sections { padding-top: 1rem; font-size: var(--text-m); }
.sections ul { display: grid; gap: .125rem; }
.sections a, .sections button {
  display: flex;
  align-items: center;
  width: 100%;
  min-height: 2.75rem;
  padding: .25rem .75rem;
  border: 1px solid transparent;
  border-radius: var(--radius);
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  text-decoration: none;
  cursor: pointer;
}
.sections a:hover, .sections button:hover { background: var(--ripple); color: inherit; }
.sections a[aria-current] { border-color: var(--edge); background: var(--card); font-weight: 600; }
.sections .leave { margin-top: .5rem; padding-top: .5rem; border-top: 1px solid var(--edge); }
h2 { margin: 2rem 0 0; font-size: var(--text-l); font-weight: 650; line-height: 1.3; }
h1 + .facts, h1 + .entries { margin-top: 1.5rem; }
.facts { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: .625rem 1.25rem; margin: 1.25rem 0 0; }
.facts dt { grid-column: 1; color: var(--soft); }
.facts dd { grid-column: 2; margin: 0; overflow-wrap: anywhere; }
.entries { margin-top: 1.25rem; }
.entries li { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .875rem 0; border-top: 1px solid var(--edge); }
.entries li:last-child { border-bottom: 1px solid var(--edge); }
.entries li > div { flex: 1 1 14rem; min-width: 0; }
.entries strong { display: block; font-weight: 600; }
.entries span { display: block; color: var(--soft); font-size: var(--text-s); }
.entries .here { color: var(--accent); font-weight: 600; }
.entries .button { width: auto; min-height: 2.75rem; }
.entries + form { margin-top: 1.5rem; }
.button-danger { border-color: var(--danger); color: var(--danger); }
.button-danger:hover { background: var(--danger-tint); }
@media (max-width: 860px) {
  .with-sections { grid-template-columns: minmax(0, 34rem); grid-template-rows: auto auto auto 1fr; }
  .sections { padding: 0 0 1rem; }
  .sections ul { display: flex; flex-wrap: wrap; gap: 0 .25rem; }
  .sections a, .sections button { width: auto; }
  .sections .leave { margin: 0; padding: 0; border: 0; }
}
@media (max-width: 480px) {
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts dd { grid-column: 1; }
  .facts dd + dt { margin-top: .875rem; }
  .with-sections .foot { margin-top: 0; }
  .sections { padding: .75rem .5rem 0; }
  .sections a[aria-current] { background: var(--tint); }
}
`;
