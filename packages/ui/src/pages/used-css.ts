import { cspHash } from './csp-hash.js';
import { stylesheet, stylesheetHash } from './stylesheet.js';

/** A rule, or a block of rules such as a media query. */
type Rule =
  | { readonly selectors: readonly Selector[]; readonly block: string }
  | { readonly at: string; readonly rules: readonly Rule[] };

interface Selector {
  readonly text: string;
  /** The classes that an element and those around it need. */
  readonly classes: readonly string[];
}

const known = new Map<string, readonly Rule[]>();

/** The rules of a compact style sheet. There are few style sheets, so each is read once. */
function rulesOf(css: string): readonly Rule[] {
  const rules = known.get(css) ?? readRules(css);
  known.set(css, rules);
  return rules;
}

function readRules(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let start = 0; start < css.length; ) {
    const open = css.indexOf('{', start);
    const end = endOf(css, open);
    const head = css.slice(start, open);
    if (head.startsWith('@media')) rules.push({ at: head, rules: readRules(css.slice(open + 1, end - 1)) });
    else rules.push({ selectors: selectorsOf(head), block: css.slice(open, end) });
    start = end;
  }
  return rules;
}

/** The place after the brace that closes the one at `open`. */
function endOf(css: string, open: number): number {
  let depth = 0;
  for (let index = open; index < css.length; index += 1) {
    if (css[index] === '{') depth += 1;
    if (css[index] === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  throw new Error(`A style sheet ends inside of a rule: ${css.slice(open, open + 50)}`);
}

function selectorsOf(head: string): Selector[] {
  // The commas in parentheses do not separate selectors.
  return head.split(/,(?![^(]*\))/u).map((text) => {
    // What is in `:not` may be absent, and one of several in `:is` is enough.
    const needed = text.replaceAll(/:(?:not|is|where)\([^()]*\)/gu, '');
    return { text, classes: [...needed.matchAll(/\.([a-z][\w-]*)/gu)].map(([, name = '']) => name) };
  });
}

function usedOf(rules: readonly Rule[], classes: ReadonlySet<string>): string {
  return rules
    .map((rule) => {
      if ('block' in rule) {
        const selectors = rule.selectors.filter((selector) => selector.classes.every((name) => classes.has(name)));
        return selectors.length === 0 ? '' : selectors.map(({ text }) => text).join(',') + rule.block;
      }
      const inside = usedOf(rule.rules, classes);
      return inside === '' ? '' : `${rule.at}{${inside}}`;
    })
    .join('');
}

/**
 * Leaves out the rules of classes that a document does not have: a console has many kinds of pages, and each sends its CSS
 * with it. Returns the document and its headers, which allow exactly this CSS. Our scripts add no classes.
 */
export function withUsedCss(html: string, headers: Readonly<Record<string, string>>, ownStyles: string) {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/gu)].flatMap(([, names = '']) => names.split(' ')));
  let [document, policy] = [html, headers['Content-Security-Policy'] ?? ''];
  for (const [css, hash] of [
    [stylesheet, stylesheetHash],
    [ownStyles, cspHash(ownStyles)],
  ] as const) {
    const used = usedOf(rulesOf(css), classes);
    // With functions, because `$` in CSS would be a pattern of `replace`.
    document = document.replace(`<style>${css}</style>`, () => `<style>${used}</style>`);
    policy = policy.replace(`'${hash}'`, () => `'${cspHash(used)}'`);
  }
  return { html: document, headers: { ...headers, 'Content-Security-Policy': policy } };
}
