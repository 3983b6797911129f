import { describedField, FieldFrame } from './field-frame.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  name: string;
  label: string;
  value: string;
  /** In groups where there are many; a group without a label stands first, by itself. */
  groups: readonly { readonly label?: string; readonly choices: readonly Choice[] }[];
  hint?: string | undefined;
  error?: string | undefined;
  autofocus?: boolean;
}

/** One labelled choice among several; its hint and error are read out with it. */
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
