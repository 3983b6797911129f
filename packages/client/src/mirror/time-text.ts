const dayMilliseconds = 86_400_000;
const padded = (count: number, digits: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(digits, '0'));
const two = padded(60, 2);
const three = padded(1_000, 3);
/** The texts of the days that were needed. Seats are assigned on few different days; the limit is for wrong data. */
const days = new Map<number, string>();
const maxDays = 10_000;

/** The same text as that of `toISOString`, which would take longer than all the rest of a check. */
export function timeText(time: number): string {
  const day = Math.floor(time / dayMilliseconds);
  const rest = Math.floor(time - day * dayMilliseconds);
  const seconds = Math.floor(rest / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hour = two[Math.floor(minutes / 60)];
  return `${dayText(day)}${hour}:${two[minutes % 60]}:${two[seconds % 60]}.${three[rest % 1_000]}Z`;
}

function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * dayMilliseconds).toISOString().slice(0, -13);
  if (days.size >= maxDays) days.clear();
  days.set(day, text);
  return text;
}
