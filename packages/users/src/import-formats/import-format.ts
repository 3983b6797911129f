/** The forms of files that an import takes. */
export const importFormats = [
  'native',
  'auth0',
  'keycloak',
  'cognito',
  'firebase',
  'logto',
  'better-auth',
  'clerk',
  'supabase',
  'csv',
] as const;

export type ImportFormat = (typeof importFormats)[number];
