import { type FieldErrors, firstOf, type TenantVisit } from '@org/identity-core';
import { Button, Field, Form, useTexts } from '@org/identity-ui';
import type { ConnectionChoice } from '../directories/list-connections.js';
import { ConnectionSelect } from './connection-select.js';
import { pagesTexts } from './texts.js';

interface SettingsProps {
  readonly visit: TenantVisit;
  readonly directory: { readonly name: string; readonly connectionId: string | null };
  readonly connections: readonly ConnectionChoice[];
  readonly errors: FieldErrors | undefined;
  /** The page of the directory. */
  readonly action: string;
}

/** The form that changes the name and the connection of a directory. */
export function DirectorySettings({ visit, directory, connections, errors, action }: SettingsProps) {
  const { directory: texts, directories } = useTexts(pagesTexts);
  const isRefused = errors !== undefined && visit.form['action'] === 'update';
  const form: Readonly<Record<string, string | undefined>> = isRefused ? visit.form : {};
  return (
    <section>
      <h2>{texts.settings}</h2>
      <Form action={action} hidden={{ ...visit.hidden, action: 'update' }}>
        <Field
          name="name"
          label={directories.directory}
          value={form['name'] ?? directory.name}
          error={isRefused ? errors['name'] : undefined}
          autofocus={isRefused && firstOf(errors) === 'name'}
          required
        />
        <ConnectionSelect
          connections={connections}
          value={form['connectionId'] ?? directory.connectionId ?? ''}
          error={isRefused ? errors['connectionId'] : undefined}
          autofocus={isRefused && firstOf(errors) === 'connectionId'}
        />
        <Button kind="secondary">{texts.save}</Button>
      </Form>
    </section>
  );
}
