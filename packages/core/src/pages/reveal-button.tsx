import { useTexts } from '../language/texts.js';
import { coreTexts } from '../texts/index.js';
import { OwnScript } from './own-script.js';
import { revealScript } from './reveal-script.js';

/** Shows what is typed into a password field, and hides it again. Hidden if scripts are off. */
export function RevealButton({ field }: { field: string }) {
  const { showPassword } = useTexts(coreTexts);
  return (
    <>
      <button type="button" class="reveal" data-reveals={field} aria-controls={field} aria-pressed="false" hidden>
        <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
          <path d="M1.75 10S4.75 4.5 10 4.5 18.25 10 18.25 10 15.25 15.5 10 15.5 1.75 10 1.75 10Z" />
          <circle cx="10" cy="10" r="2.5" />
          <path class="reveal-off" d="m3.5 16.5 13-13" stroke-linecap="round" />
        </svg>
        <span class="hidden">{showPassword}</span>
      </button>
      <OwnScript script={revealScript} />
    </>
  );
}
