import { mix } from './contrast.js';

const ring = 'M8.5 10.7 A10.5 10.5 0 1 0 23.5 10.7';

/** The product mark: a signet ring, an old way to prove an identity. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d={ring} fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" />
      <circle cx="16" cy="6.6" r="4" fill="currentColor" />
    </svg>
  );
}

// This green is visible on light and dark tab bars; other colours are made lighter for that.
const defaultColour = '#2a9d7f';

/** The mark as a `data:` URL for `<link rel="icon">`: it saves a request for /favicon.ico at the first visit. */
export function markIcon(accent?: string): string {
  const colour = accent === undefined ? defaultColour : mix('#ffffff', accent, 0.25);
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="${ring}" fill="none" stroke="${colour}" stroke-width="4.5" stroke-linecap="round"/><circle cx="16" cy="6.6" r="4.2" fill="${colour}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(icon)}`;
}
