import { variableOrFile } from '@org/identity-server';

/** The variables that may hold a password or a secret. Each can be a file instead: `IDENTITY_SECRET_FILE`, and so on. */
export const secretVariables = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'IDENTITY_SECRET',
  'IDENTITY_OTHER_SECRETS',
  'SMTP_URL',
  'METRICS_TOKEN',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
] as const;

/** Replaces each `…_FILE` variable of a secret by the content of the file. */
export function withSecretFiles(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = secretVariables.map((name) => [name, variableOrFile(variables, name)] as const);
  return { ...variables, ...Object.fromEntries(read.filter(([, value]) => value !== undefined)) };
}
