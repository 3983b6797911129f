const maxCharacters = 100;

/** Reads the search from the query of a request. Returns an empty string if the parameter is missing or repeated. */
export function readSearch(given: string | string[] | undefined): string {
  return typeof given === 'string' ? given.trim().slice(0, maxCharacters) : '';
}

/** Whether a text contains every word of the search. The script of the page uses the same rule. */
export function matches(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => lower.includes(word));
}

/** Filters while the user types. Without the script, the form sends the search to the server, which does the same. */
export const searchScript = `
(() => {
  const form = document.querySelector('form.search');
  const field = form.elements.q;
  const status = form.querySelector('[role=status]');
  const textOf = (entry) => {
    const copy = entry.cloneNode(true);
    for (const example of copy.querySelectorAll('pre')) example.remove();
    return (entry.dataset.section + ' ' + copy.textContent).toLowerCase();
  };
  const entries = [...document.querySelectorAll('[data-section]')];
  let texts;
  const sections = [...document.querySelectorAll('main section')];
  const filter = () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    texts ??= entries.map(textOf);
    entries.forEach((entry, index) => { entry.hidden = !words.every((word) => texts[index].includes(word)); });
    for (const section of sections) section.hidden = !section.querySelector('[data-section]:not([hidden])');
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
