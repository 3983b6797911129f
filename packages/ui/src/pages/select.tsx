import { describedField, FieldFrame } from './field-frame.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  name: string;
  label: string;
  value: string;
  /** Choices in groups; a group without a label comes first. */
  groups: readonly { readonly label?: string; readonly choices: readonly Choice[] }[];
  hint?: string | undefined;
  error?: string | undefined;
  autofocus?: boolean;
}

/** A labelled select. Screen readers read its hint and error with it. */
export function Select({ name, label, value, groups, hint, error, autofocus }: SelectProps) {
  const id = `field-${name}`;
  const options = (choices: readonly Choice[]) =>
    choices.map((choice) => (
      <option key={choice.value} value={choice.value} selected={choice.value === value}>
        {choice.label}
      </option>
    ));
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <select
        id={id}
        name={name}
        autocomplete="off"
        autofocus={autofocus}
        {...describedField(id, { label, hint, error })}
      >
        {groups.map((group) =>
          group.label === undefined ? (
            options(group.choices)
          ) : (
            <optgroup key={group.label} label={group.label}>
              {options(group.choices)}
            </optgroup>
          ),
        )}
      </select>
    </FieldFrame>
  );
}
