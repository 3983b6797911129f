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
  /** The words for a group that gives no role, and for the roles. */
  words: { readonly none: string; readonly member: string; readonly admin: string };
}

/** A select for each group: the role that its members get. */
export function GroupRoles({ form, groups, label, hint, error, words }: GroupRolesProps) {
  const id = 'field-roleByGroup';
  const choices = [
    { value: '', label: words.none },
    { value: 'member', label: words.member },
    { value: 'admin', label: words.admin },
  ];
  return (
    <fieldset class="picks" id={id} aria-describedby={error && `${id}-error`}>
      <legend>{label}</legend>
      <p class="field-hint">{hint}</p>
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {groups.map((group) => {
        const name = `${prefix}${group.id}`;
        return (
          <Select key={group.id} {...{ name }} label={group.name} value={form[name] ?? ''} groups={[{ choices }]} />
        );
      })}
    </fieldset>
  );
}
