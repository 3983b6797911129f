/** Looks with new events in a row, one each 200 milliseconds forgotten, until the load is high, and at most. */
const high = 10;
const max = 15;
const forgetMilliseconds = 200;

/**
 * Whether there are new events so often that a look at regular times finds them as soon as a notification would. It is high
 * after two seconds with ten of them a second, and low again after some seconds with fewer than five.
 */
export function createLoad() {
  let level = 0;
  let isHigh = false;
  let notedAt = 0;
  return {
    isHigh: () => isHigh,
    note(at: number, isNew: boolean) {
      level = Math.min(max, Math.max(0, level - (at - notedAt) / forgetMilliseconds) + (isNew ? 1 : 0));
      notedAt = at;
      if (level >= high) isHigh = true;
      else if (level <= 1) isHigh = false;
    },
  };
}
