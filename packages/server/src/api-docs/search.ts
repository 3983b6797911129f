const mostCharacters = 100;

/** What a search asks for, from the query of a request: anything but one short text is no search. */
export function readSearch(asked: string | string[] | undefined): string {
  return typeof asked === 'string' ? asked.trim().slice(0, mostCharacters) : '';
}

/** Whether a text has every word of the search somewhere; the script of the page decides in the same way. */
export function matches(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => lower.includes(word));
}

/** Filters while somebody types. Without it the form sends the search to the server, which does the same. */
export const searchScript = `
(() => {
  const form = document.querySelector('form.search');
  const field = form.elements.q;
  const status = form.querySelector('[role=status]');
  const entries = [...document.querySelectorAll('[data-search]')];
  const sections = [...document.querySelectorAll('main section')];
  const filter = () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.search.includes(word));
    for (const section of sections) section.hidden = !section.querySelector('[data-search]:not([hidden])');
    const left = entries.filter((entry) => !entry.hidden && entry.dataset.kind === 'endpoint').length;
    status.textContent = words.length === 0 ? '' : left === 1 ? status.dataset.one : status.dataset.other.replace('0', left);
  };
  field.addEventListener('input', filter);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    filter();
  });
})();
`.trim();
