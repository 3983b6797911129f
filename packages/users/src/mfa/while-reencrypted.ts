/** A rotation encrypts a row once. The third attempt is for a secret that the user replaced meanwhile. */
const maxAttempts = 3;

interface Row {
  readonly encryptedSecret: Uint8Array;
}

/**
 * Reads the secret of an app, and writes on condition that it is still the same. If the write found another value, reads and
 * writes again: a rotation of the deployment's secret may have encrypted the same secret anew between the two. `write`
 * returns undefined if it has changed nothing.
 */
export async function whileReencrypted<Stored extends Row, Result>(
  read: () => Promise<Stored | null>,
  write: (row: Stored) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  let row = await read();
  for (let attempt = 1; row && attempt <= maxAttempts; attempt += 1) {
    const result = await write(row);
    if (result !== undefined) return result;
    const now = await read();
    if (!now || Buffer.compare(now.encryptedSecret, row.encryptedSecret) === 0) return undefined;
    row = now;
  }
  return undefined;
}
