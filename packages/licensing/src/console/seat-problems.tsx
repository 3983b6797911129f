import type { ErrorDetail, FieldErrors } from '@org/identity-core';
import { Name, Notice, useTexts } from '@org/identity-ui';
import { consoleTexts } from './texts.js';

/** The reasons that a change of several seats gives for each user. */
const codes = ['ALREADY_LICENSED', 'USER_NOT_FOUND', 'NO_SEATS_AVAILABLE', 'SEAT_LEASED', 'LICENSE_NOT_FOUND'] as const;
const isCode = (text: string): text is (typeof codes)[number] => codes.some((code) => code === text);

/** The code of the reason for each user who was refused, by the user's id. */
export function problemsOf(details: readonly ErrorDetail[]): FieldErrors {
  return Object.fromEntries(
    details.filter(({ message }) => isCode(message)).map(({ path, message }) => [path, message]),
  );
}

export interface SeatProblemsProps {
  /** What was refused. */
  lead: string;
  problems: FieldErrors;
  names: ReadonlyMap<string, string>;
}

/** Who was refused, and why. */
export function SeatProblems({ lead, problems, names }: SeatProblemsProps) {
  const { refused } = useTexts(consoleTexts);
  return (
    <>
      <Notice kind="error" id="refused" focused>
        {lead}
      </Notice>
      <ul class="outcome">
        {Object.entries(problems).map(([id, code]) => {
          const name = names.get(id);
          return isCode(code) && <li key={id}>{refused[code](name ? <Name text={name} /> : refused.unknown)}</li>;
        })}
      </ul>
    </>
  );
}
