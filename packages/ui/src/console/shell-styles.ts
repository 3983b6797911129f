import { compactCss } from '../pages/compact-css.js';
/**
 * The CSS of the account and of the consoles, sent in addition to that of every hosted page: the bar, the navigation beside
 * the content, and forms that are as wide as what they hold.
 */
export const shellStyles = compactCss(`
.shell { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); grid-template-rows: auto 1fr auto; padding: 0; align-items: stretch; background: var(--card); }
.skip:focus { z-index: 3; top: var(--space-s); left: var(--space-s); width: auto; height: auto; padding: var(--space-s) var(--space-m); border-radius: var(--radius); background: var(--card); clip-path: none; }
.icon { flex: none; width: 1.125rem; height: 1.125rem; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.top { grid-column: 1 / -1; display: flex; align-items: center; gap: var(--space-m); min-height: 3.5rem; padding: 0 var(--space-l); border-bottom: 1px solid var(--edge); font-size: var(--text-m); }
.top summary { display: flex; align-items: center; gap: var(--space-s); min-height: 2.75rem; border: 1px solid transparent; border-radius: var(--radius); list-style: none; cursor: pointer; }
.top summary::-webkit-details-marker { display: none; }
.top summary:hover, .top details[open] > summary { background: var(--tint); }
.product { display: flex; align-items: center; gap: .625rem; max-width: 14rem; padding-block: var(--space-s); font-weight: 600; line-height: 1.3; }
.product::after { content: ""; flex: none; width: 1px; height: 1.5rem; margin-inline-start: .125rem; background: var(--edge); }
.place { min-width: 0; margin: 0; font-weight: 600; line-height: 1.3; }
.place > summary { padding: 0 var(--space-s); }
.place-logo { display: block; height: 2rem; max-width: 10rem; object-fit: contain; object-position: left; }
.place .icon { color: var(--soft); }
.menu { display: none; margin-inline-start: auto; }
.menu summary { justify-content: center; width: 2.75rem; }
.find { flex: 0 1 20rem; margin-inline-start: auto; }
.find form { position: relative; }
.find .icon { position: absolute; inset-block: 0; inset-inline-start: .625rem; margin-block: auto; color: var(--soft); pointer-events: none; }
.find input { width: 100%; min-height: 2.25rem; padding: var(--space-xs) var(--space-m) var(--space-xs) 2.125rem; border: 1px solid var(--outline); border-radius: var(--radius); background: var(--field); color: inherit; font: inherit; }
.find input::placeholder { color: var(--soft); opacity: 1; }
.person { flex: none; }
.menu + .person { margin-inline-start: auto; }
.avatar { display: grid; place-items: center; width: 2.25rem; height: 2.25rem; margin: .1875rem; overflow: hidden; border-radius: 50%; background: var(--accent); color: var(--on-accent); font-weight: 600; line-height: 1; }
.fold { position: relative; }
.panel { position: absolute; z-index: 2; top: calc(100% + var(--space-xs)); inset-inline-start: 0; width: 19rem; max-width: calc(100vw - 2rem); max-height: min(32rem, calc(100dvh - 5rem)); overflow-y: auto; padding: var(--space-s); border: 1px solid var(--edge); border-radius: var(--radius); background: var(--card); box-shadow: 0 .75rem 2rem -.5rem rgb(0 0 0 / .25); font-weight: 400; line-height: 1.4; }
.person .panel { inset-inline: auto 0; }
.panel a, .panel button { display: flex; align-items: center; width: 100%; min-height: 2.5rem; padding: var(--space-xs) var(--space-m); border: 1px solid transparent; border-radius: var(--radius); background: none; color: inherit; font: inherit; text-align: start; text-decoration: none; cursor: pointer; }
.panel a:hover, .panel button:hover { background: var(--tint); color: inherit; }
.panel a[aria-current] { font-weight: 600; }
.panel a[aria-current]::after { content: "✓" / ""; margin-inline-start: auto; padding-inline-start: var(--space-s); color: var(--accent); }
.panel .field { margin: var(--space-xs) var(--space-s) var(--space-s); }
.who { margin: 0 0 var(--space-s); padding: var(--space-s) var(--space-m) var(--space-m); border-bottom: 1px solid var(--edge); }
.who strong { display: block; }
.who > bdi { color: var(--soft); font-size: var(--text-s); }
.languages { display: flex; gap: var(--space-xs); margin: var(--space-s) 0; padding: var(--space-s) 0; border-block: 1px solid var(--edge); }
.languages li { flex: 1; }
.languages a[aria-current]::after { margin-inline-start: 0; }
.side { grid-row: 2 / span 2; background: var(--ground); border-inline-end: 1px solid var(--edge); font-size: var(--text-m); }
.side > ul { position: sticky; top: 0; display: grid; gap: .125rem; align-content: start; max-height: 100dvh; overflow-y: auto; padding: var(--space-l) var(--space-m); }
.side li { position: relative; }
.side a, .label { display: flex; align-items: center; min-height: 2.25rem; padding: var(--space-xs) var(--space-m); border: 1px solid transparent; border-radius: var(--radius); color: inherit; line-height: 1.3; text-decoration: none; }
.side a:hover { background: var(--ripple); color: inherit; }
.side a[aria-current] { border-color: var(--edge); background: var(--card); font-weight: 600; }
.side a:has(+ .count) { padding-inline-end: 2.75rem; }
.side .with-icon > a, .label { padding-inline-start: 2.5rem; }
.side .with-icon a[aria-current] { color: var(--accent); }
.side .with-icon > .icon { position: absolute; top: .5625rem; inset-inline-start: .75rem; color: var(--soft); pointer-events: none; }
.side .with-icon > .icon:has(+ a[aria-current]) { color: var(--accent); }
.label { color: var(--soft); font-size: var(--text-s); font-weight: 600; }
.side li li a { padding-inline-start: 2.5rem; }
.side .with-icon:has(> ul) { margin-top: var(--space-s); }
.side .with-icon:has(> ul) + .with-icon { margin-top: var(--space-s); }
.count { position: absolute; top: .4375rem; inset-inline-end: var(--space-s); min-width: 1.375rem; padding: 0 .375rem; border: 1px solid transparent; border-radius: 1rem; background: var(--accent); color: var(--on-accent); font-size: var(--text-xs); font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.25rem; text-align: center; pointer-events: none; }
.shell main { max-width: 46rem; padding: var(--space-xl) clamp(1.25rem, 4vw, 3rem) 3rem; border: 0; border-radius: 0; box-shadow: none; }
.shell.wide main { max-width: 70rem; }
.shell .foot { grid-column: 2; max-width: none; margin: 0; padding: 0 clamp(1.25rem, 4vw, 3rem) var(--space-l); }
.crumbs { margin: 0 0 var(--space-xs); font-size: var(--text-s); }
.crumbs a { display: inline-flex; align-items: center; min-height: 1.75rem; }
.crumbs a::before { content: "‹" / ""; margin-inline-end: var(--space-s); }
.shell main h1 + .notice { margin-top: var(--space-l); }
.shell main section + section, .shell main > * + section { margin-top: var(--space-xl); padding-top: var(--space-xl); border-top: 1px solid var(--edge); }
.shell main > h1 + section { margin-top: var(--space-l); padding-top: 0; border: 0; }
.shell main section > h2:first-child { margin-top: 0; }
.shell main .field { max-width: 28rem; }
.shell main .field:has(textarea) { max-width: 40rem; }
.shell main form:not(.filters) .field :is(input[type=date], input[type=number], input[inputmode=numeric]) { max-width: 12rem; }
.shell main .field input[size] { width: auto; max-width: 100%; }
.shell main > p:not([class]), .shell main section > p:not([class]) { max-width: 44rem; }
.shell main .notice:focus-visible { outline-width: 2px; outline-offset: -2px; }
.shell section > .entries:last-child > li:last-child, .shell section > .table:last-child tr:last-child > *, .shell .table:has(+ section) tr:last-child > * { border-bottom: 0; }
.outcome + .outcome { margin-top: -1rem; }
.plain { margin: var(--space-m) 0 0; padding-inline-start: 1.25rem; }
@media (min-width: 481px) {
  .shell main form:not(.filters) .field select { width: auto; min-width: 12rem; max-width: 100%; }
  .shell main .bar .field { min-width: 0; }
  .shell main form > .button, .shell main .actions > .button { width: auto; min-width: 9rem; }
  .shell main .actions { justify-content: start; }
  .shell main .actions > * { flex: 0 1 auto; }
  .shell main .actions > form > .button { width: auto; min-width: 9rem; }
  .shell main .entries .button { min-width: 0; }
}
@media (max-width: 860px) {
  .shell { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto auto 1fr auto; }
  .shell .foot { grid-column: 1; }
  .top { position: relative; flex-wrap: wrap; gap: 0 var(--space-xs); padding: .375rem var(--space-m) .375rem 1.25rem; }
  .product > bdi { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .place { flex: 1 1 6rem; padding-inline-start: var(--space-xs); }
  .product::after { display: none; }
  .place > summary { width: fit-content; max-width: 100%; }
  .fold { position: static; }
  .panel, .person .panel { inset-inline: var(--space-m); top: calc(100% - var(--space-xs)); width: auto; }
  .menu { display: block; margin: 0; }
  .menu + .person { margin: 0; }
  .find { order: 1; flex: 1 1 100%; margin: 0; padding: var(--space-xs) var(--space-s) var(--space-s) 0; }
  .find input { min-height: 2.75rem; }
  .menu:not([open]) ~ .find { display: none; }
  .top:has(> .menu:not([open])) + .side { display: none; }
  .side { grid-row: auto; border: 0; border-bottom: 1px solid var(--edge); }
  .side > ul { position: static; max-height: none; padding: var(--space-s) var(--space-m) var(--space-m); }
  .side a, .panel a, .panel button { min-height: 2.75rem; }
  .side .with-icon > .icon { top: .8125rem; }
  .label { min-height: 2.75rem; }
  .count { top: .6875rem; }
  .shell main { padding-top: var(--space-l); }
}
@media (forced-colors: active) {
  .avatar, .count { border: 1px solid CanvasText; }
}
@media print {
  .top, .side, .foot { display: none !important; }
  .shell { display: block; }
  .shell main { max-width: none; padding: 0; }
}
`);
