import argon2 from 'argon2';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
export const ownParameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
