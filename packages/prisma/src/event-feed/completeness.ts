/** How complete what can be read was at a look. Times are those of `performance.now()`. */
interface Look {
  readonly at: number;
  readonly certain: bigint;
  readonly next: bigint;
}

/**
 * Remembers the time of a look and the number of the next transaction at that time. When all transactions below that number
 * have ended, everything that was committed before that look can be read.
 */
export function createCompleteness() {
  let until: number | undefined;
  let mark: { at: number; next: bigint } | undefined;
  return {
    until: () => until,
    note({ at, certain, next }: Look) {
      if (certain >= next) until = at;
      else if (mark && certain >= mark.next) until = mark.at;
      else if (mark) return;
      mark = { at, next };
    },
  };
}
