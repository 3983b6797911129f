/** Every rule with the sentence that says what to do instead. docs/operations/migrations.md explains them. */
export const rules = {
  'required-column': 'The previous version does not fill this column: give it a default, or make it nullable.',
  'volatile-default':
    'This default is computed for each row, which rewrites the table: add the column first, then fill it.',
  'column-type': 'Another type rewrites the table and breaks the previous version: add a new column instead.',
  rename: 'The previous version uses the old name: add the new one, and drop the old one a release later.',
  drop: 'The previous version may use it. Say which release stopped using it: "unused since 1.2.3".',
  'drop-default': 'The previous version may rely on the default: drop it a release later.',
  'drop-not-null': 'The previous version does not expect NULL: write it a release later.',
  'enum-value': 'The previous version cannot read the new value: write it a release later.',
  'index-concurrently': 'Writes wait while the index is built or dropped: use CONCURRENTLY, outside of a transaction.',
  'not-valid':
    'Writes wait while all rows are checked: add the constraint NOT VALID, and validate it in a later migration.',
  'validate-later': 'The lock of ADD CONSTRAINT is held while the rows are checked: validate it in a later migration.',
  'unique-using-index': 'Writes wait while the index is built: build it CONCURRENTLY first, then use USING INDEX.',
  'set-not-null':
    'All rows are read under an exclusive lock: first add CHECK (… IS NOT NULL) NOT VALID, and validate it.',
  'rows-in-transaction': 'Rows stay locked until the commit: change them in batches, outside of a transaction.',
  'table-lock': 'This locks or rewrites the whole table.',
  'opaque-block': 'The check cannot read what this does: say why it is safe.',
  'own-timeouts': 'The runner sets the timeouts, so that requests never wait long behind a migration.',
  'transaction-control': 'The runner begins and commits the transaction.',
  'outside-one-statement': 'A migration outside of a transaction has exactly one statement, that can be repeated.',
  'outside-marker': 'CONCURRENTLY needs the marker of a migration outside of a transaction in the first line.',
  exemption: 'An exemption is "-- migration-check: allow <rule>: <reason>", and its rule has to be broken.',
} as const;

export type Rule = keyof typeof rules;

export interface Finding {
  readonly rule: Rule;
  readonly line: number;
}
