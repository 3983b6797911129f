import { Button } from '../pages/button.js';
import { Form } from '../pages/form.js';
import { Name } from '../pages/name.js';

export interface DeletionSectionProps {
  texts: {
    readonly deleteTitle: string;
    readonly deleteHint: string;
    readonly delete: string;
    readonly inUse?: string;
    more?(count: number): string;
  };
  /** Where the form is sent, with the action `delete`. */
  action: string;
  hidden: Readonly<Record<string, string>>;
  /** What uses it: then it cannot be deleted. */
  uses?: readonly { readonly path: string; readonly names: readonly string[]; readonly total: number }[];
  /** How many there are of a kind, in words. */
  kinds?: Readonly<Record<string, (total: number) => string>>;
}

/** The form that deletes something or, if it is in use, what uses it. */
export function DeletionSection({ texts, action, hidden, uses = [], kinds = {} }: DeletionSectionProps) {
  return (
    <section>
      <h2>{texts.deleteTitle}</h2>
      {uses.length > 0 ? (
        <>
          <p>{texts.inUse}</p>
          <ul>
            {uses.map(({ path, names, total }) => (
              <li key={path}>
                {kinds[path]?.(total) ?? path}
                {names.length > 0 && ': '}
                <Name text={names.join(', ')} />
                {names.length > 0 && total > names.length && texts.more?.(total - names.length)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{texts.deleteHint}</p>
          <Form action={action} hidden={{ ...hidden, action: 'delete' }}>
            <div class="bar">
              <Button kind="danger">{texts.delete}</Button>
            </div>
          </Form>
        </>
      )}
    </section>
  );
}
