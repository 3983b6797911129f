/** Headings, text and lists inside the card. */
export const content = `
h1 { margin: 0; font-size: var(--text-xl); font-weight: 650; line-height: 1.2; letter-spacing: -.018em; text-wrap: balance; }
h1 + form, h1 + .notice { margin-top: 1.5rem; }
p { margin: .75rem 0 0; }
p:not(.lead) + form { margin-top: 1.25rem; }
.lead { margin-top: .5rem; margin-bottom: 1.75rem; color: var(--soft); }
.lead strong { color: var(--ink); font-weight: 600; }
.scopes + p { margin-top: 1rem; }
.divider { display: flex; align-items: center; gap: .875rem; margin: 1.25rem 0; color: var(--soft); font-size: var(--text-s); }
.divider::before, .divider::after { content: ""; flex: 1; border-top: 1px solid var(--edge); }
.divider + .actions { margin-top: 0; }
.fine { color: var(--soft); font-size: var(--text-s); }
.fine strong { color: var(--ink); font-weight: 600; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
a.button-primary, a.button-primary:hover { color: var(--on-accent); }
a.button-secondary, a.button-secondary:hover { color: inherit; }
.list { margin: 0; padding: 0; list-style: none; }
.scopes { margin-top: 1.5rem; }
.scopes li { display: flex; gap: .75rem; padding: .875rem 0; border-top: 1px solid var(--edge); }
.scopes li:last-child { border-bottom: 1px solid var(--edge); }
.scopes svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: .125rem; color: var(--accent); }
.scopes div { min-width: 0; }
.scopes strong { display: block; font-weight: 600; }
.scopes span { color: var(--soft); font-size: var(--text-m); }
.links { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: .25rem 0 -.75rem; font-size: var(--text-s); }
.actions + .links { justify-content: center; }
.links a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.choices { display: grid; gap: .625rem; }
.choice {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: .875rem;
  width: 100%;
  min-height: 4rem;
  overflow: hidden;
  padding: .6875rem .875rem;
  border: 1px solid var(--edge);
  border-radius: calc(var(--radius) * 1.25);
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  cursor: pointer;
}
.choice:hover { border-color: var(--accent); background: var(--tint); }
.choice-initial {
  display: grid;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  overflow: hidden;
  border-radius: var(--radius);
  background: var(--tint);
  color: var(--accent);
  font-weight: 600;
}
.choice:hover .choice-initial { background: var(--card); }
.choice-name { display: block; font-size: 1.0625rem; font-weight: 600; line-height: 1.3; }
.choice-detail { display: block; color: var(--soft); font-size: var(--text-s); }
.choice svg { width: 1rem; height: 1rem; color: var(--soft); }
.details { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .25rem .875rem; margin: 1.75rem 0 0; padding-top: 1.125rem; border-top: 1px solid var(--edge); font-size: var(--text-xs); }
.details dt { color: var(--soft); }
.details dd { margin: 0; font-family: var(--mono); -webkit-user-select: all; user-select: all; }
.qr { display: block; width: 13rem; max-width: 100%; height: auto; margin: 0 auto 1.25rem; border-radius: calc(var(--radius) * 1.25); border: 1px solid var(--edge); }
.more { margin: 1rem 0; }
.more summary { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--accent); font-size: var(--text-s); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; cursor: pointer; }
.more summary:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
.secret { display: block; margin-top: .5rem; padding: .75rem .875rem; border-radius: calc(var(--radius) * 1.25); background: var(--tint); font-family: var(--mono); overflow-wrap: anywhere; -webkit-user-select: all; user-select: all; }
.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .375rem 1rem; padding: .875rem 1rem; border-radius: calc(var(--radius) * 1.25); background: var(--tint); }
.codes code { font-family: var(--mono); font-size: var(--text-m); }
[hidden] { display: none !important; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
