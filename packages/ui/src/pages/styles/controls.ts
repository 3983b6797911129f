/**
 * Fields, buttons and notices. Borders stay (transparent where unseen) because
 * forced-colours mode drops backgrounds and shadows and paints only borders and outlines.
 */
export const controls = `
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.field { margin: 0 0 1.125rem; }
.field label { display: block; margin-bottom: .375rem; font-size: var(--text-m); font-weight: 600; }
.field input, .field select {
  display: block;
  width: 100%;
  min-height: 2.875rem;
  padding: .5rem .75rem;
  border: 1px solid var(--outline);
  border-radius: var(--radius);
  background: var(--field);
  color: inherit;
  font: inherit;
}
.field select { padding-inline: .5rem; }
.actions + form { margin-top: .5rem; }
.field input:focus-visible, .field select:focus-visible { outline-width: 2px; outline-offset: -1px; border-color: var(--accent); }
.field input[aria-invalid], .field select[aria-invalid] { border-color: var(--danger); }
.picture { display: flex; align-items: center; gap: 1rem; }
.picture .field { flex: 1; min-width: 0; }
.picture img { flex: none; width: 4rem; height: 4rem; border-radius: 50%; object-fit: cover; background: var(--tint); font-size: .75rem; overflow: hidden; }
.field-hint, .field-error { margin: .375rem 0 0; font-size: var(--text-s); }
.field-hint { color: var(--soft); }
.field-error { color: var(--danger); }
.button {
  display: flex;
  align-items: center;
  justify-content: center;
  width: 100%;
  min-height: 2.875rem;
  padding: .5rem 1.125rem;
  border: 1px solid transparent;
  border-radius: var(--radius);
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.button-primary { background: var(--accent); color: var(--on-accent); }
.button-primary:hover { background: var(--accent-strong); }
.button-secondary, .row-actions .button { border-color: var(--outline); }
.button-secondary:hover, .row-actions .button:hover { border-color: var(--ink); background: var(--tint); }
.button-quiet { color: var(--soft); font-weight: 500; }
.button-quiet:hover { color: var(--ink); background: var(--tint); }
.button:disabled { opacity: .6; cursor: default; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
.actions > * { flex: 1 1 9.5rem; }
.actions-stacked { flex-direction: column; gap: .5rem; }
.actions-stacked > * { flex: none; }
.field + .actions { margin-top: 1.5rem; }
form + form { margin-top: .5rem; }
main > form + form:last-child { margin-bottom: -.75rem; }
.actions form + form { margin-top: 0; }
.notice {
  display: flex;
  gap: .625rem;
  margin: 0 0 1.25rem;
  padding: .75rem .875rem;
  border: 1px solid transparent;
  border-radius: var(--radius);
  font-size: var(--text-m);
  line-height: 1.45;
}
.notice p { margin: 0; min-width: 0; }
.notice svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: .0625rem; }
.notice-error { background: var(--danger-tint); color: var(--danger); }
.notice-info { background: var(--tint); color: var(--ink); }
.notice-info svg, .notice-success svg { color: var(--accent); }
.notice-success { border-color: var(--accent); background: var(--tint); color: var(--ink); font-weight: 500; }
@media (forced-colors: active) {
  .mark, .notice svg, .scopes svg, .choice svg { color: CanvasText; }
}
@media (prefers-reduced-motion: no-preference) {
  .button, .choice, .field input { transition: background-color .12s, border-color .12s, color .12s; }
}
`;
