/** The last use of seats, on the page of their holders. */
export const use = {
  lastUse: 'Last use',
  never: 'Not yet used',
  idle: 'Last use',
  any: 'At any time',
  days: (count: number) => `Unused for ${count} days`,
  reduce: 'Release unused seats',
};
