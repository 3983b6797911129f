/** Exit codes. `failed`: the command failed or was used incorrectly. `problemFound`: a check found a problem. */
export const exitCodes = { done: 0, failed: 1, problemFound: 2 } as const;
