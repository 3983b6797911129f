import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';

/** A guide as HTML. */
export interface Guide {
  readonly title: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly html: string;
}

/** Renders one of our markdown files. Its HTML is left out, so the result has only elements of this renderer. */
export function renderGuide(markdown: string, name: string): Guide {
  const sections: { id: string; title: string }[] = [];
  const slugs = new Map<string, number>();
  let title = name;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const plain = plainOf(text);
        if (depth === 1) {
          title = plain;
          return '';
        }
        const id = uniqueSlug(slugs, plain);
        if (depth === 2) sections.push({ id, title: plain });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        return leads(href, name) ? `<a href="${escaped(href)}">${inner}</a>` : inner;
      },
      image: ({ href, text }) => `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">`,
      table(token) {
        // Focusable, so that the keyboard can scroll it.
        return `<div class="scroll" tabindex="0">${tableOf(token, (cell) => this.parser.parseInline(cell.tokens))}</div>`;
      },
      html: () => '',
    },
  });
  return { html: marked.parse(markdown, { async: false }), title, sections };
}

function tableOf({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('\n');
  return `<table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table>`;
}

/** Whether a link leads to the web, to this server or to another guide. Files outside of the folder are not served. */
function leads(href: string, name: string): boolean {
  if (/^(?:https?:\/\/|#)/u.test(href)) return true;
  const [path = ''] = href.split('#');
  const target = posix.join(posix.dirname(name), path);
  return !target.startsWith('..') && target.endsWith('.md');
}

/** The id of a heading, as GitHub makes it: links between the guides use it. */
function uniqueSlug(known: Map<string, number>, heading: string): string {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');
  const count = known.get(slug) ?? 0;
  known.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

/** The text of a heading without its marks. */
function plainOf(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1').replaceAll(/[`*]/gu, '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
