import type { Page, TestBrowser } from '@org/identity-testing/test-browser';

/** A form of a hosted page, with the values that it would send. */
export interface PageForm {
  readonly browser: TestBrowser;
  readonly method: 'get' | 'post';
  readonly action: URL;
  readonly fields: Readonly<Record<string, string>>;
  /** The fields that a user writes into. */
  readonly written: ReadonlySet<string>;
  /** The path and the names of the fields, without ids: the same for the same form on another page. */
  readonly kind: string;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu;
const decoded = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'u').exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
};

/** The forms of a page. */
export function formsOn(browser: TestBrowser, { url, html }: Page): PageForm[] {
  return [...html.matchAll(/(<form\b[^>]*>)(.*?)<\/form>/gsu)].map(([, tag = '', content = '']) => {
    const action = new URL(attribute(tag, 'action') ?? '', url);
    const controls = [...content.matchAll(/<(input|select|textarea|button)\b[^>]*>/gu)].map(([control]) => control);
    const named = controls.filter((control) => attribute(control, 'name') !== undefined);
    // One button is pressed: the first that submits, as by the Enter key.
    const pressed = controls.find((control) => /^<button(?!.*\stype="button")/u.test(control));
    const sent = named.filter((control) => control === pressed || !control.startsWith('<button'));
    const fields = Object.fromEntries(
      sent.map((control) => [attribute(control, 'name') ?? '', attribute(control, 'value') ?? '']),
    );
    const isWritten = (control: string) =>
      control.startsWith('<textarea') || /^<input(?!.*\stype="(?:hidden|checkbox|radio)")/u.test(control);
    const written = new Set(sent.filter(isWritten).map((control) => attribute(control, 'name') ?? ''));
    const method = attribute(tag, 'method') === 'post' ? 'post' : 'get';
    const kind = `${method} ${kindOf(action)} ${Object.keys(fields).sort().join(',')}`.replaceAll(uuid, 'id');
    return { browser, method, action, fields, written, kind };
  });
}

/** Opens the pages that links of a page lead to, as long as they are below these paths, and returns all forms. */
export async function crawl(browser: TestBrowser, start: string, below: readonly string[]): Promise<PageForm[]> {
  const forms = new Map<string, PageForm>();
  const seen = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const page = await browser.open(path);
    if (page.status >= 500) throw new Error(`${path}: ${page.status}`);
    for (const form of formsOn(browser, page)) if (!forms.has(form.kind)) forms.set(form.kind, form);
    for (const [, href = ''] of page.html.matchAll(/\shref="([^"]+)"/gu)) {
      const url = new URL(decoded(href), page.url);
      const isPage = url.origin === page.url.origin && below.some((prefix) => url.pathname.startsWith(prefix));
      if (!isPage || url.searchParams.has('download') || seen.has(kindOf(url))) continue;
      seen.add(kindOf(url));
      open.push(url.href);
    }
  }
  return [...forms.values()];
}

function kindOf({ pathname, searchParams }: URL): string {
  const path = pathname
    .replaceAll(uuid, 'id')
    .replace(/^\/(interaction|registration|password-reset)\/[^/]+/u, '/$1/id');
  return `${path}?${[...searchParams.keys()].sort().join(',')}`;
}
