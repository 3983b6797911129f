import { z } from 'zod';
import { ForeignHashError } from './foreign-hash-error.js';

const json = z
  .string()
  .max(4000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  });

const Secret = z.object({ value: z.string(), salt: z.string() });
const Data = z.object({
  algorithm: z.string(),
  hashIterations: z.int(),
  additionalParameters: z.record(z.string(), z.array(z.string())).optional(),
});
const Credential = z.object({ secretData: json.pipe(Secret), credentialData: json.pipe(Data) });

/** The PHC string of a password credential of Keycloak, which has its hash and its parameters as texts of JSON. */
export function phcOfKeycloak(credential: unknown): { algorithm: 'argon2' | 'pbkdf2'; hash: string } {
  const read = Credential.safeParse(credential);
  if (!read.success) throw new ForeignHashError('The credential has no secretData and credentialData of a password.');
  const { secretData, credentialData } = read.data;
  const { algorithm, hashIterations, additionalParameters = {} } = credentialData;
  // Neither of the two PHC strings has padding.
  const [salt, value] = [secretData.salt, secretData.value].map((text) => text.replaceAll('=', ''));
  if (algorithm.startsWith('pbkdf2'))
    return { algorithm: 'pbkdf2', hash: `$${algorithm}$i=${hashIterations}$${salt}$${value}` };
  if (algorithm !== 'argon2') throw new ForeignHashError('The algorithm of the credential is not known.');
  const { type, version, memory, parallelism } = additionalParameters;
  const versionNumber = version?.[0] === '1.0' ? '16' : '19';
  const costs = `m=${memory?.[0]},t=${hashIterations},p=${parallelism?.[0]}`;
  return { algorithm, hash: `$argon2${type?.[0]}$v=${versionNumber}$${costs}$${salt}$${value}` };
}
