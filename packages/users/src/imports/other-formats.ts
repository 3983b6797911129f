/** The exports of other systems that the command reads. */
export type PeopleFormat = 'auth0' | 'keycloak' | 'cognito' | 'firebase' | 'logto' | 'better-auth' | 'csv';

/** The parameters of a Firebase project, which its export does not contain. */
export interface FormatOptions {
  readonly signerKey?: string | undefined;
  readonly saltSeparator?: string | undefined;
  readonly rounds?: number | undefined;
  readonly memCost?: number | undefined;
}

type ReadPeople = (
  format: PeopleFormat,
  stream: AsyncIterable<Uint8Array>,
  options: FormatOptions,
) => AsyncIterable<unknown>;

/** The readers of the formats. */
// This is the one place where `readPeople` of `import-formats` is plugged in, by a dynamic import.
function loadReadPeople(): Promise<ReadPeople> {
  return Promise.reject(new Error('This version reads only the native form: leave --from out.'));
}

/** Turns the export of another system into the lines of an import, as it is read. */
export async function* linesOfFormat(...given: Parameters<ReadPeople>): AsyncGenerator<Uint8Array> {
  const readPeople = await loadReadPeople();
  for await (const person of readPeople(...given)) yield Buffer.from(`${JSON.stringify(person)}\n`);
}
