import { compactCss } from '../pages/compact-css.js';
import { shellStyles } from './shell-styles.js';

/** The CSS of pages with tables, with that of the shell. */
export const consoleStyles = compactCss(`${shellStyles}
.tabs { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: 1.25rem; border-bottom: 1px solid var(--edge); }
.tabs a { display: inline-flex; align-items: center; min-height: 2.5rem; margin-bottom: -1px; border-bottom: 2px solid transparent; text-decoration: none; }
.tabs a[aria-current] { border-color: var(--accent); color: inherit; font-weight: 600; }
.table, .chart { width: 100%; margin-top: 1.25rem; border-collapse: collapse; font-size: var(--text-m); }
.table th, .table td, .chart th, .chart td { padding: .625rem .75rem; border-bottom: 1px solid var(--edge); text-align: start; vertical-align: middle; font-weight: 400; }
.table tr > :first-child, .chart tr > :first-child { padding-inline-start: 0; }
.table thead th, .chart thead th { color: var(--soft); font-size: var(--text-xs); font-weight: 600; white-space: nowrap; }
.table tbody th, .chart tbody th { font-weight: 600; }
.table { overflow-wrap: break-word; }
.table bdi { overflow-wrap: anywhere; }
.table .soft, .chart .soft { display: block; color: var(--soft); font-size: var(--text-s); font-weight: 400; }
.table .number, .chart .number { text-align: end; font-variant-numeric: tabular-nums; }
.table form + form { margin-top: .25rem; }
.table .button, .filters .button, .bar .button { width: auto; min-height: 2.5rem; padding: .25rem .875rem; font-size: var(--text-m); }
.table .button { white-space: nowrap; }
section h3 { margin: 1rem 0 0; font-size: 1rem; line-height: 1.4; }
.chart-bar { width: 40%; }
.chart svg { display: block; }
.chart-total { fill: var(--tint); stroke: var(--outline); stroke-width: 1; }
.chart-kept { fill: var(--soft); }
.chart-used { fill: var(--accent); }
.steps { margin: 1.25rem 0 0; }
.steps-legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; font-size: var(--text-s); }
.steps-legend svg { margin-inline-end: .375rem; vertical-align: middle; }
.steps-plot { display: grid; grid-template-columns: auto minmax(0, 1fr); grid-template-rows: 1fr auto; gap: 0 .5rem; margin-top: .75rem; color: var(--soft); font-size: var(--text-xs); font-variant-numeric: tabular-nums; text-align: end; }
.steps-plot svg { grid-column: 2; grid-row: 1 / span 2; width: 100%; height: 10rem; border-bottom: 1px solid var(--outline); }
.steps-plot span { grid-column: 1; line-height: 1; }
.steps-ends { display: flex; justify-content: space-between; gap: 1rem; margin-top: .25rem; color: var(--soft); font-size: var(--text-xs); }
.steps path, .steps rect { vector-effect: non-scaling-stroke; }
.steps-area { fill: var(--tint); stroke: var(--outline); stroke-width: 1; }
.steps-line { fill: none; stroke: var(--accent); stroke-width: 2.5; }
.steps-dots { fill: none; stroke: currentColor; stroke-width: 2; stroke-dasharray: 2 4; }
.steps details { margin-top: .5rem; font-size: var(--text-m); }
.steps summary { display: inline-flex; align-items: center; min-height: 2.75rem; cursor: pointer; color: var(--accent); }
.table .span { min-width: 6rem; }
.row-check { width: 1.375rem; height: 1.375rem; margin: 0; accent-color: var(--accent); vertical-align: middle; }
.check { display: flex; align-items: center; gap: .75rem; min-height: 2.75rem; padding: .375rem 0; line-height: 1.35; cursor: pointer; }
.check .row-check { flex: none; }
.check + .button { margin-top: .75rem; }
.badge { display: inline-block; padding: .0625rem .5rem; border: 1px solid var(--edge); border-radius: 1rem; color: var(--soft); font-size: var(--text-xs); font-weight: 500; white-space: nowrap; }
.badge-good { border-color: var(--accent); color: var(--accent); }
.badge-bad { border-color: var(--danger); color: var(--danger); }
.raw { margin: .75rem 0 0; padding: .75rem .875rem; border-radius: var(--radius); background: var(--tint); font-family: var(--mono); font-size: var(--text-s); line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { margin-top: 1.25rem; padding: 1.75rem 1rem; border: 1px dashed var(--edge); border-radius: var(--radius); color: var(--soft); text-align: center; }
.filters { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin-top: 1.25rem; }
.filters .field { flex: 1 1 9rem; margin: 0; }
.wide main .filters > .button { min-width: 0; min-height: 2.875rem; }
.filters .field:first-child { flex-grow: 2; }
.field textarea { display: block; width: 100%; padding: .5rem .75rem; border: 1px solid var(--outline); border-radius: var(--radius); background: var(--field); color: inherit; font: inherit; resize: vertical; }
.field textarea[aria-invalid] { border-color: var(--danger); }
.pager { display: flex; gap: 1.25rem; margin-top: 1rem; }
.pager a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.bar { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin-top: 1.25rem; }
.bar .field { margin: 0; }
.bar form + form { margin-top: 0; }
.outcome { margin: 1rem 0 1.5rem; padding-inline-start: 1.25rem; }
.outcome li + li { margin-top: .5rem; }
.outcome span { display: block; color: var(--soft); font-size: var(--text-m); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem; margin: 1.25rem 0 0; }
.tiles div { padding: .875rem 1rem; border: 1px solid var(--edge); border-radius: var(--radius); }
.tiles dt { color: var(--soft); font-size: var(--text-s); }
.tiles dd { margin: 0; font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.with-preview { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 19rem); gap: 2.5rem; align-items: start; margin-top: 1.5rem; }
.with-preview > section { position: sticky; top: 1rem; }
.with-preview section + section { margin-top: 1.75rem; }
.with-preview h2 { margin-top: 0; }
.with-preview h2 + .notice, .with-preview h2 + .field, .with-preview p + .field { margin-top: 1rem; }
.previews { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem; margin-top: 1rem; }
.preview { display: block; width: 100%; max-width: 22rem; height: auto; border: 1px solid var(--edge); border-radius: .75rem; }
.preview-brand { display: flex; align-items: center; gap: 8px; height: 42px; font-size: 14px; line-height: 1.2; }
.preview-brand img { flex: none; height: 26px; max-width: 128px; object-fit: contain; object-position: left; }
.preview-mark { flex: none; width: 22px; }
.facts { display: grid; grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr); gap: .375rem 1.25rem; margin: 1rem 0 1.25rem; font-size: var(--text-m); }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.facts .soft { color: var(--soft); font-size: var(--text-s); }
form[enctype] { margin-top: 1.25rem; }
form[enctype] + form[enctype] { margin-top: 2rem; }
.field input[type=file] { padding: .5rem .75rem; }
.uploaded { display: block; max-width: 100%; margin: 0 0 1rem; padding: .5rem; border: 1px solid var(--edge); border-radius: var(--radius); object-fit: contain; }
.uploaded-logo { height: 4rem; max-width: 16rem; }
.uploaded-favicon { height: 3rem; width: 3rem; }
.bulk { margin: 1.25rem 0 0; padding: 0; border: 0; }
.bulk legend { padding: 0; color: var(--soft); font-size: var(--text-s); }
.bulk .bar { margin-top: .5rem; }
.table { overflow-wrap: break-word; }
.table bdi { overflow-wrap: anywhere; }
.table time { white-space: nowrap; }
.wide h2 + form { margin-top: 1rem; }
.row-actions { display: flex; flex-wrap: wrap; gap: .5rem; justify-content: end; }
.total { margin: 1rem 0 0; color: var(--soft); font-size: var(--text-s); }
main h2 + .notice, main h2 + form, main h3 + form { margin-top: .875rem; }
main h3 { margin: 1.75rem 0 0; }
.filters .field:has(input[type=date]) { max-width: 12rem; }
@media (min-width: 861px) {
  .table td:has(bdi) { min-width: 7.5rem; }
}
@media (max-width: 1080px) {
  .with-preview { grid-template-columns: minmax(0, 1fr); }
  .with-preview > section { position: static; }
}
@media (max-width: 640px) {
  .table, .table tbody, .table tr, .table th, .table td { display: block; }
  .table thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .table tr { padding: .75rem 0; border-bottom: 1px solid var(--edge); }
  .table th, .table td, .table .number { padding: .1875rem 0; border: 0; text-align: start; }
  .table td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); font-size: var(--text-s); }
  .row-actions { justify-content: start; margin-top: .375rem; }
  .chart-bar { display: none; }
  .table td:has(> .span) { display: none; }
  .chart th, .chart td { padding-inline: .375rem; }
}
@media print {
  .tabs, .filters, .pager, .bar, .button { display: none !important; }
}
`);
