import { type FieldErrors, firstOf, knownClientFields } from '@org/identity-core';
import { Field, Select, TextArea, useLanguage, useTexts } from '@org/identity-ui';
import type { ClientType } from './client-form.js';
import { wordsOfField } from './field-words.js';
import { ScopePicks } from './scope-picks.js';
import { clientFormsTexts } from './texts.js';

interface ClientFieldsProps {
  names: readonly string[];
  /** Undefined for a client whose type is not chosen yet. */
  type?: ClientType;
  form: Readonly<Record<string, string>>;
  /** The names of all applications. */
  applications: readonly string[];
  errors: FieldErrors;
}

/** The fields of a client, each by its kind. */
export function ClientFields({ names, type, form, applications, errors }: ClientFieldsProps) {
  const { choices: words } = useTexts(clientFormsTexts);
  const language = useLanguage();
  return (
    <>
      {names.map((name) => {
        const { kind, choices: only } = knownClientFields().get(name) ?? {};
        const value = form[name] ?? '';
        const error = errors[name];
        const shared = {
          name,
          ...wordsOfField(name, language),
          error,
          autofocus: firstOf(errors) === name,
        };
        const choice = (of: string, label: string) => ({ value: of, label });
        if (name === 'application') {
          const known = [...new Set([...applications, ...(value === '' ? [] : [value])])];
          const choices = [choice('', words.none), ...known.map((each) => choice(each, each))];
          return <Select key={name} {...shared} value={value} groups={[{ choices }]} />;
        }
        if (only) {
          const choices = [choice('', words.none), ...only.map((each) => choice(each, each))];
          return <Select key={name} {...shared} value={value} groups={[{ choices }]} />;
        }
        if (name === 'scopes') return <ScopePicks key={name} {...shared} {...{ form, type }} />;
        if (kind === 'list')
          return <TextArea key={name} {...shared} value={value} rows={Math.max(2, value.split('\n').length)} />;
        if (kind === 'text') return <Field key={name} {...shared} value={value} />;
        const yesNo = [choice('no', words.no), choice('yes', words.yes)];
        const choices = kind === 'rule' ? [choice('', words.asServer), ...yesNo] : yesNo;
        return <Select key={name} {...shared} value={value || (choices[0]?.value ?? '')} groups={[{ choices }]} />;
      })}
    </>
  );
}
