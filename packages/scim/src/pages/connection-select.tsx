import { Select, useTexts } from '@org/identity-ui';
import type { ConnectionChoice } from '../directories/list-connections.js';
import { pagesTexts } from './texts.js';

interface SelectProps {
  readonly connections: readonly ConnectionChoice[];
  readonly value: string;
  readonly error: string | undefined;
  readonly autofocus?: boolean;
}

/** The field for the connection of a directory. A tenant without connections does not see it. */
export function ConnectionSelect({ connections, value, error, autofocus = false }: SelectProps) {
  const { directories: texts } = useTexts(pagesTexts);
  if (connections.length === 0) return null;
  const named = connections.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      name="connectionId"
      label={texts.connection}
      hint={texts.connectionHint}
      value={value}
      groups={[{ choices: [{ value: '', label: texts.noConnection }, ...named] }]}
      error={error}
      autofocus={autofocus}
    />
  );
}
