/** What the load saw: responses by kind of failure and status, and everything that must never happen. */
export function createRecord() {
  const responses = [];
  const violations = [];
  let phase = 'calm';
  return {
    responses,
    violations,
    /** The kind of failure that later responses belong to. */
    enter(name) {
      phase = name;
    },
    response(what, status, milliseconds) {
      responses.push({ phase, what, status, milliseconds });
    },
    violation(text) {
      violations.push(text);
      if (violations.length <= 20) console.error(`VIOLATION: ${text}`);
    },
  };
}
