import { Checkbox, useTexts } from '@org/identity-ui';
import type { ListedOwner } from './list-owners.js';
import { policyTexts } from './texts.js';

interface ChoiceProps {
  owners: readonly ListedOwner[];
  /** The user who looks at the page. */
  ownId: string;
  nameOf(userId: string): string;
  isChosen(userId: string): boolean;
}

/** The owners who can be break-glass owners, and those who first need a second factor. */
export function BreakGlassChoice({ owners, ownId, nameOf, isChosen }: ChoiceProps) {
  const { policy: texts } = useTexts(policyTexts);
  const lacking = owners.filter(({ hasSecondFactor }) => !hasSecondFactor);
  return (
    <fieldset class="picks">
      <legend>{texts.breakGlass}</legend>
      <p class="field-hint">{texts.breakGlassHint}</p>
      {owners
        .filter(({ hasSecondFactor }) => hasSecondFactor)
        .map(({ userId, email }) => (
          <Checkbox key={userId} name={nameOf(userId)} label={email} checked={isChosen(userId)} />
        ))}
      {lacking.map(({ userId, email }) => (
        <Lacking key={userId} id={`lacks-factor-${userId}`} email={email} isSelf={userId === ownId} />
      ))}
      {lacking.length > 0 && <p class="field-hint">{texts.breakGlassLacking}</p>}
    </fieldset>
  );
}

/** Without a name: a browser sends nothing for it. */
function Lacking({ id, email, isSelf }: { id: string; email: string; isSelf: boolean }) {
  const { policy: texts } = useTexts(policyTexts);
  return (
    <>
      <label class="check">
        <input type="checkbox" disabled aria-describedby={id} />
        <span>{email}</span>
      </label>
      <p class="field-hint" id={id}>
        {texts.noSecondFactor}
        {isSelf && (
          <>
            {' · '}
            <a href="/account/security">{texts.setUpSecondFactor}</a>
          </>
        )}
      </p>
    </>
  );
}
