import type { Page } from 'playwright-core';

/** Values of real users. Each of them replaces every name and email on a page. */
export const hardValues = {
  long: {
    name: 'Gesellschaft für Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter KG',
    email: `${'long.mailbox.name.'.repeat(3)}${'x'.repeat(10)}@department.example-company.people.test`,
  },
  'right-to-left': {
    name: 'شركة الخليج العربي للصناعات الكيماوية والبترولية والخدمات اللوجستية المتكاملة',
    email: 'عبدالرحمن.الخليج@example.test',
  },
  cjk: {
    name: '東京特許許可局国際共同研究開発機構先端科学技術総合研究センター第一研究部門',
    email: '東京@example.test',
  },
  unbroken: { name: 'W'.repeat(80), email: `${'w'.repeat(64)}@example.test` },
  short: { name: 'Ö', email: 'a@b.test' },
} as const;

export type HardValue = keyof typeof hardValues;

/** Replaces every name and email on the page, and shows three entries in every list. Returns a function to undo this. */
export async function showHardValues(page: Page, value: HardValue): Promise<() => Promise<void>> {
  // In place, because forms keep their input and scripts keep their elements.
  const undo = await page.evaluateHandle(({ name, email }) => {
    // Every name and email that a user chose is isolated in a <bdi>.
    const texts = [...document.querySelectorAll('bdi')].map((element) => ({
      element,
      text: element.textContent ?? '',
    }));
    for (const { element, text } of texts) element.textContent = text.includes('@') ? email : name;
    const copies: Node[] = [];
    for (const list of document.querySelectorAll('.entries, .choices')) {
      const last = list.lastElementChild;
      for (let count = list.childElementCount; last && count < 3; count += 1) {
        copies.push(list.appendChild(last.cloneNode(true)));
      }
    }
    return () => {
      for (const { element, text } of texts) element.textContent = text;
      for (const copy of copies) copy.parentNode?.removeChild(copy);
    };
  }, hardValues[value]);
  return async () => {
    await undo.evaluate((restore) => restore());
    await undo.dispose();
  };
}

/** Finds text that is hard to read: it is cut off, leaves its box, overlaps other text, or is narrower than a word. */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tolerance = 1.5;
    const faults: string[] = [];
    const quote = (text: string) => `"${text.trim().slice(0, 40)}"`;
    const linesOf = (range: Range) => {
      const tops: number[] = [];
      for (const { top, width } of range.getClientRects()) {
        if (width > 0 && !tops.some((other) => Math.abs(other - top) < 4)) tops.push(top);
      }
      return tops.length;
    };

    /** Clipped to nothing, such as the headings of a table whose rows have become blocks. */
    const isForScreenReaders = (element: HTMLElement | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isForScreenReaders(element.parentElement));

    const texts: { node: Text; element: HTMLElement; rects: DOMRect[] }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const element = node.parentElement;
      // The browser draws the text of a textarea by itself, and scrolls it.
      const unmeasured = 'script, style, select, textarea, .hidden, noscript';
      if (!element || node.data.trim() === '' || element.closest(unmeasured)) continue;
      if (!element.checkVisibility({ visibilityProperty: true }) || isForScreenReaders(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      texts.push({ node, element, rects });
      if (rects.length === 0) faults.push(`${quote(node.data)} has no room at all`);
    }

    for (const { node, element, rects } of texts) {
      for (const rect of rects) {
        if (rect.left < -tolerance || rect.right > window.innerWidth + tolerance) {
          faults.push(`${quote(node.data)} leaves the window`);
          break;
        }
      }
      for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement) {
        const { display, overflowX } = getComputedStyle(box);
        if (display === 'inline' || display === 'contents') continue;
        // An element that scrolls sideways shows all of its text.
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        const outer = box.getBoundingClientRect();
        if (
          rects.some(
            ({ left, right, top, bottom }) =>
              left < outer.left - tolerance ||
              right > outer.right + tolerance ||
              top < outer.top - 4 ||
              bottom > outer.bottom + 4,
          )
        ) {
          faults.push(`${quote(node.data)} leaves its <${box.tagName.toLowerCase()} class="${box.className}">`);
          break;
        }
      }
      for (const { 0: word, index } of node.data.matchAll(/\S+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = linesOf(range);
        if (lines < 2) continue;
        const characters = [...word].length;
        // A word of a sentence must not break. Longer words, emails and text without spaces may break into readable
        // pieces.
        const breaks =
          characters > 20 || /[^\p{L}.,:;!?()“”„"'’]/u.test(word) || /\p{Script=Han}|\p{Script=Katakana}/u.test(word);
        if (!breaks) faults.push(`${quote(node.data)} breaks the word ${quote(word)}`);
        else if (lines > 2 && characters / lines < 6)
          faults.push(`${quote(node.data)} is ${lines} lines of a few letters`);
      }
    }

    for (const [index, one] of texts.entries()) {
      for (const other of texts.slice(index + 1)) {
        const overlap = one.rects.some((a) =>
          other.rects.some((b) => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            // Line boxes of one paragraph may overlap by a pixel or two.
            return across > tolerance && down > Math.min(a.height, b.height) / 3;
          }),
        );
        if (overlap) faults.push(`${quote(one.node.data)} overlaps ${quote(other.node.data)}`);
      }
    }
    return [...new Set(faults)];
  });
}
