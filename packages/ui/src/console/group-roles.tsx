import { Select } from '../pages/select.js';

type Form = Readonly<Record<string, string>>;

const prefix = 'role.';

/** The roles of groups that a form has, by the ids of the groups. Groups without a role are left out. */
export function groupRolesIn(form: Form): Record<string, string> {
  const chosen = Object.entries(form).filter(([name, role]) => name.startsWith(prefix) && role !== '');
  return Object.fromEntries(chosen.map(([name, role]) => [name.slice(prefix.length), role]));
}

/** The same as fields of a form. */
export function groupRolesForm(roles: Form): Form {
  return Object.fromEntries(Object.entries(roles).map(([id, role]) => [`${prefix}${id}`, role]));
}

interface GroupRolesProps {
  form: Form;
  groups: readonly { readonly id: string; readonly name: string }[];
  label: string;
  hint: string;
  error?: string | undefined;
  /** Whether the first select gets the focus. */
  autofocus?: boolean;
  /** The words for a group that gives no role, and for the role. */
  words: { readonly none: string; readonly admin: string };
}

/** A select for each group: the role that its members get. */
export function GroupRoles({ form, groups, label, hint, error, autofocus = false, words }: GroupRolesProps) {
  const id = 'field-roleByGroup';
  // The API also accepts `member`, which gives nothing. Such a value stays as long as nobody chooses another one.
  const choicesFor = (role: string) => [
    { value: role === 'member' ? role : '', label: words.none },
    { value: 'admin', label: words.admin },
  ];
  return (
    <fieldset class="group-roles" id={id} aria-describedby={error && `${id}-error`}>
      <legend>{label}</legend>
      <p class="field-hint">{hint}</p>
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {groups.map((group, index) => {
        const name = `${prefix}${group.id}`;
        const value = form[name] ?? '';
        return (
          <Select
            key={group.id}
            {...{ name, value }}
            label={group.name}
            groups={[{ choices: choicesFor(value) }]}
            autofocus={autofocus && index === 0}
          />
        );
      })}
    </fieldset>
  );
}
