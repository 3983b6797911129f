import { type Choice, Moment, useTexts } from '@org/identity-ui';
import { idleChoices } from './idle-filter.js';
import { seatUseTexts } from './texts.js';

/** When a seat was last used. */
export function LastUse({ at }: { at: Date | null }) {
  const { use } = useTexts(seatUseTexts);
  return at ? <Moment at={at} /> : <span class="soft">{use.never}</span>;
}

/** The choices of the filter by last use. */
export function useIdleChoices(): Choice[] {
  const { use } = useTexts(seatUseTexts);
  return [
    { value: '', label: use.any },
    ...idleChoices.map((days) => ({ value: String(days), label: use.days(days) })),
  ];
}
