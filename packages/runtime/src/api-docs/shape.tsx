import type { JsonSchema } from './json-schema.js';
import { words } from './reference-words.js';
import { Sentence } from './sentence.js';
import { fieldsOf, type ShownField, typeOf } from './shape-of.js';

/** The structure of a body: its type and its nested fields. */
export function Shape({ schema }: { schema: JsonSchema }) {
  const fields = fieldsOf(schema);
  return fields.length > 0 && schema.type === 'object' ? (
    <Fields fields={fields} />
  ) : (
    <ul class="fields">
      <li>
        <span>{typeOf(schema)}</span>
        <Fields fields={fields} />
      </li>
    </ul>
  );
}

function Fields({ fields }: { fields: readonly ShownField[] }) {
  if (fields.length === 0) return null;
  return (
    <ul class="fields">
      {fields.map(({ name, type, optional, about, fields: inner }) => (
        <li key={name}>
          <code>{name}</code> <span>{optional ? `${type}, ${words.optional}` : type}</span>
          {about && (
            <p>
              <Sentence text={about} />
            </p>
          )}
          <Fields fields={inner} />
        </li>
      ))}
    </ul>
  );
}
