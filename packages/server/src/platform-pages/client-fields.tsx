import { type ClientFieldName, clientFields, type FieldErrors, firstOf } from '@org/identity-core';
import { Field, Select, TextArea, useTexts } from '@org/identity-ui';
import { platformPagesTexts } from './texts.js';

interface ClientFieldsProps {
  names: readonly ClientFieldName[];
  form: Readonly<Record<string, string>>;
  /** The names of all applications. */
  applications: readonly string[];
  errors: FieldErrors;
}

/** The fields of a client, each by its kind. */
export function ClientFields({ names, form, applications, errors }: ClientFieldsProps) {
  const { client, clientLabels, clientHints } = useTexts(platformPagesTexts);
  const hints: Readonly<Record<string, string>> = clientHints;
  return (
    <>
      {names.map((name) => {
        const { kind } = clientFields[name];
        const value = form[name] ?? '';
        const error = errors[name];
        const shared = {
          name,
          label: clientLabels[name],
          hint: hints[name],
          error,
          autofocus: firstOf(errors) === name,
        };
        const choice = (of: string, label: string) => ({ value: of, label });
        if (name === 'application') {
          const known = [...new Set([...applications, ...(value === '' ? [] : [value])])];
          const choices = [choice('', client.none), ...known.map((each) => choice(each, each))];
          return <Select key={name} {...shared} value={value} groups={[{ choices }]} />;
        }
        if (kind === 'list')
          return <TextArea key={name} {...shared} value={value} rows={Math.max(2, value.split('\n').length)} />;
        if (kind === 'text') return <Field key={name} {...shared} value={value} />;
        const yesNo = [choice('no', client.no), choice('yes', client.yes)];
        const choices = kind === 'rule' ? [choice('', client.asServer), ...yesNo] : yesNo;
        return <Select key={name} {...shared} value={value || (choices[0]?.value ?? '')} groups={[{ choices }]} />;
      })}
    </>
  );
}
