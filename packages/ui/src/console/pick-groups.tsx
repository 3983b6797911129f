import type { ComponentChildren } from 'preact';

/** One checkbox. */
export interface Pick {
  /** Forms refuse a name that is sent twice, so each has a name of its own: `scope.openid`. */
  readonly name: string;
  readonly label: string;
  /** How the API names it. */
  readonly code: string;
  readonly description?: string | undefined;
  readonly checked: boolean;
}

export interface PickGroup {
  readonly label: string;
  /** The label of a part is left out if it is the only one. */
  readonly parts: readonly { readonly label: string; readonly picks: readonly Pick[] }[];
}

export interface PickGroupsProps {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  autofocus?: boolean;
  groups: readonly PickGroup[];
  /** Above the groups, e.g. a choice for all of them. */
  children?: ComponentChildren;
}

/** Checkboxes with descriptions, in groups. A group is open if something of it is chosen. */
export function PickGroups({ name, label, hint, error, autofocus = false, groups, children }: PickGroupsProps) {
  const id = `field-${name}`;
  const describing = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset
      class="picks"
      id={id}
      aria-describedby={describing || undefined}
      tabIndex={autofocus ? -1 : undefined}
      autofocus={autofocus || undefined}
    >
      <legend>{label}</legend>
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {groups.map((group) => (
        <details key={group.label} open={group.parts.some(({ picks }) => picks.some(({ checked }) => checked))}>
          <summary>{group.label}</summary>
          {group.parts.map((part) => (
            <fieldset key={part.label}>
              <legend class={group.parts.length === 1 ? 'hidden' : undefined}>{part.label}</legend>
              {part.picks.map((pick) => (
                <PickBox key={pick.name} {...pick} />
              ))}
            </fieldset>
          ))}
        </details>
      ))}
    </fieldset>
  );
}

// Without classes: a page can have a hundred of them.
function PickBox({ name, label, code, description, checked }: Pick) {
  return (
    <label>
      <input type="checkbox" name={name} checked={checked} />
      {description ? (
        <span>
          {label} <code>{code}</code>
          <span class="soft">{description}</span>
        </span>
      ) : (
        <>
          {label} <code>{code}</code>
        </>
      )}
    </label>
  );
}
