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
.steps-plot { display: grid; grid-template: 100% / minmax(1.25rem, auto) minmax(0, 1fr); gap: .5rem; height: 11rem; margin: .75rem 0 .25rem; padding-block: .5rem; }
.steps-plot div { display: flex; flex-direction: column; justify-content: space-between; margin-block: -.5em; line-height: 1; text-align: end; font-variant-numeric: tabular-nums; }
.steps-plot div, .steps-ends { color: var(--soft); font-size: var(--text-xs); }
.steps-plot svg { width: 100%; height: 100%; overflow: visible; }
.steps-plot g path { fill: transparent; }
.steps-plot g path:hover { fill: var(--soft); fill-opacity: .2; }
.steps-grid { stroke: var(--edge); stroke-width: 1; }
.steps-ends { display: flex; justify-content: space-between; gap: 1rem; margin-inline-start: 1.75rem; }
.steps path, .steps rect { vector-effect: non-scaling-stroke; }
.steps-area { fill: var(--tint); stroke: var(--outline); stroke-width: 1; }
.steps-line { fill: none; stroke: var(--accent); stroke-width: 2.5; }
.steps-dots { fill: none; stroke: currentColor; stroke-width: 2; stroke-dasharray: 2 4; }
.steps details { margin-top: .5rem; font-size: var(--text-m); }
.steps summary { display: inline-flex; align-items: center; min-height: 2.75rem; cursor: pointer; color: var(--accent); }
.scrolls { overflow-x: auto; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: .75rem 2rem; }
.figures .steps-plot { height: 6rem; }
figcaption a { display: flex; align-items: center; min-height: 2rem; }
figcaption strong { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
figcaption span { color: var(--soft); font-size: var(--text-s); }
.ranges { display: flex; gap: .5rem; margin-top: .75rem; }
.ranges a { padding: .25rem .75rem; border: 1px solid var(--edge); border-radius: var(--radius); font-size: var(--text-s); text-decoration: none; }
.ranges a[aria-current] { border-color: var(--accent); color: inherit; font-weight: 600; }
.span { display: block; width: 100%; min-width: 6rem; height: .625rem; border: 1px solid var(--outline); border-radius: 3px; background: var(--tint); fill: var(--accent); }
.table [type=checkbox], .check [type=checkbox] { flex: none; width: 1.375rem; height: 1.375rem; margin: 0; accent-color: var(--accent); vertical-align: middle; }
.check { display: flex; align-items: center; gap: .75rem; min-height: 2.75rem; padding: .375rem 0; line-height: 1.35; cursor: pointer; }
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
.colour { display: flex; gap: .5rem; }
.shell main .field .colour input[type=color] { flex: none; width: 3.25rem; padding: .25rem; cursor: pointer; }
.copyable { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; }
.copyable > :first-child { min-width: 0; max-width: 100%; }
.copyable .button { width: auto; min-height: 2.5rem; padding: .25rem .875rem; font-size: var(--text-m); }
.copyable [role=status] { color: var(--soft); font-size: var(--text-s); }
.copyable .raw, .copyable .secret { margin: 0; }
.shown { display: grid; gap: .25rem; margin: 1rem 0 1.25rem; }
.shown dt { color: var(--soft); font-size: var(--text-s); }
.shown dd { margin: 0 0 .75rem; }
.value { font-family: var(--mono); overflow-wrap: anywhere; }
.picks { max-width: 44rem; margin: 0 0 1.125rem; padding: 0; border: 0; }
.picks legend { padding: 0; font-size: var(--text-m); font-weight: 600; }
.picks details { border-bottom: 1px solid var(--edge); }
.picks summary { padding: .75rem .25rem; cursor: pointer; }
.picks fieldset legend { color: var(--soft); font-size: var(--text-s); }
.picks fieldset { margin: 0 0 .75rem; padding: 0 0 0 1.25rem; border: 0; }
.picks label { position: relative; display: block; min-height: 2.75rem; padding: .5625rem 0 .375rem 2.125rem; line-height: 1.35; cursor: pointer; }
.picks input { position: absolute; inset-inline-start: 0; top: .5625rem; width: 1.375rem; height: 1.375rem; margin: 0; accent-color: var(--accent); }
.picks code { color: var(--soft); font-family: var(--mono); font-size: var(--text-s); overflow-wrap: anywhere; }
.picks .soft { display: block; color: var(--soft); font-size: var(--text-s); }
.picks:has(> label [value="*"]:checked) details { display: none; }
.group-roles { max-width: 44rem; margin: 0 0 1.125rem; padding: 0; border: 0; }
.group-roles legend { padding: 0; font-size: var(--text-m); font-weight: 600; }
.group-roles .field { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin: .75rem 0 0; }
.group-roles label { flex: 1 1 14rem; min-width: 0; margin: 0; overflow-wrap: anywhere; }
.group-roles .field select { flex: 0 1 14rem; width: auto; }
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
  .bars tr { display: grid; grid-template-columns: minmax(0, 1fr) repeat(3, 3.875rem); border-bottom: 1px solid var(--edge); }
  .bars tr > * { border: 0; overflow-wrap: anywhere; }
  .bars .chart-bar { grid-column: 1 / -1; width: auto; padding-block: 0 .625rem; padding-inline-start: 0; }
  .chart.bars thead th { font-size: .6875rem; }
  .chart.bars th:first-child { padding-inline: 0; white-space: normal; }
  .chart.bars .number { padding-inline: .125rem; }
  .bars thead .chart-bar { display: none; }
  .ranges a { padding-block: .625rem; }
  .table td:has(> .span) { display: none; }
  .chart th, .chart td { padding-inline: .375rem; }
}
@media print {
  .tabs, .filters, .pager, .bar, .button { display: none !important; }
}
`);
