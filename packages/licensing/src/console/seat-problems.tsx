import { type ErrorDetail, type FieldErrors, type Language, Notice, useTexts } from '@org/identity-core';
import { consoleTexts } from './texts.js';

/** The reasons that a change of several seats gives for each user. */
const codes = ['ALREADY_LICENSED', 'USER_NOT_FOUND', 'NO_SEATS_AVAILABLE', 'LICENSE_NOT_FOUND'] as const;

/** Why each user was refused, by the user's id. */
export function problemsOf(details: readonly ErrorDetail[], language: Language): FieldErrors {
  const { refused } = consoleTexts[language];
  return Object.fromEntries(
    details.flatMap(({ path, message }) => {
      const code = codes.find((each) => each === message);
      return code ? [[path, refused[code]]] : [];
    }),
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
        {Object.entries(problems).map(([id, why]) => (
          <li key={id}>{refused.person(names.get(id) ?? refused.unknown, why)}</li>
        ))}
      </ul>
    </>
  );
}
