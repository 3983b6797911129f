/** Fields that we store in another way. */
const unlike = {
  // The user code is stored as a hash. A code that somebody has typed in can be typed in again.
  DeviceCode: ['userCode', 'inFlight'],
};

/** Returns what is different about a stored payload, or undefined. */
export function differenceOf(model, expected, stored) {
  if (!expected && !stored) return undefined;
  const isExpired = expected?.exp <= Date.now() / 1000;
  if (!expected || !stored) return isExpired ? undefined : expected ? 'is missing' : 'is still there';
  const [wanted, found] = [expected, stored].map((payload) => comparable(model, payload));
  const names = Object.keys({ ...wanted, ...found }).filter((name) => textOf(wanted[name]) !== textOf(found[name]));
  return names.length === 0 ? undefined : `${names.join(', ')}`;
}

function comparable(model, payload) {
  const rest = Object.fromEntries(Object.entries(payload).filter(([name]) => !unlike[model]?.includes(name)));
  if (rest.clientId === 'a token without a client') delete rest.clientId;
  if (rest.session) rest.session = { ...rest.session, cookie: undefined };
  return { ...rest, consumed: Boolean(rest.consumed) };
}

/** JSON with the names of objects in one order: PostgreSQL does not keep their order. */
function textOf(value) {
  return JSON.stringify(value, (_name, part) =>
    part === null || typeof part !== 'object' || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
}
