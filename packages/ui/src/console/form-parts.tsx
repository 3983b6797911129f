import { describedField, FieldFrame } from '../pages/field-frame.js';

export interface TextAreaProps {
  name: string;
  label: string;
  value?: string | undefined;
  rows?: number;
  hint?: string | undefined;
  error?: string | undefined;
  autofocus?: boolean;
}

/** A labelled field for several lines. */
export function TextArea({ name, label, value, rows = 4, hint, error, autofocus }: TextAreaProps) {
  const id = `field-${name}`;
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <textarea
        id={id}
        name={name}
        rows={rows}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        autofocus={autofocus}
        {...describedField(id, { label, hint, error })}
      >
        {value}
      </textarea>
    </FieldFrame>
  );
}

/** A labelled field for one file. Its form needs `files`. */
export function FileField(props: { name: string; label: string; hint?: string; accept: string }) {
  const { name, label, hint, accept } = props;
  const id = `field-${name}`;
  return (
    <FieldFrame {...{ id, label, hint }}>
      <input id={id} type="file" name={name} accept={accept} required {...describedField(id, { label, hint })} />
    </FieldFrame>
  );
}

/** A checkbox for one row of a list. Forms refuse a name that is sent twice, so each row has a name of its own. */
export function RowCheckbox(props: { name: string; label: string; form?: string; checked?: boolean }) {
  const { name, label, form, checked } = props;
  return <input type="checkbox" name={name} aria-label={label} form={form} checked={checked} />;
}

interface CheckboxProps {
  name: string;
  label: string;
  checked: boolean;
  /** The id of the error, if the checkbox was refused. */
  refusedBy?: string | undefined;
  autofocus?: boolean;
}

/** A checkbox with its label. */
export function Checkbox({ name, label, checked, refusedBy, autofocus }: CheckboxProps) {
  const refused = refusedBy === undefined ? {} : { 'aria-invalid': 'true' as const, 'aria-describedby': refusedBy };
  return (
    <label class="check">
      <input type="checkbox" {...{ name, checked, autofocus }} {...refused} />
      <span>{label}</span>
    </label>
  );
}

/** The ids of the rows that were checked: `member.<id>` for the prefix `member`. */
export function checkedIds(form: Readonly<Record<string, string>>, prefix: string): string[] {
  const start = `${prefix}.`;
  return Object.keys(form)
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length));
}
