/** The directories with a guide of their own. The names of products are the same in every language. */
export const directoryNames = { okta: 'Okta', entra: 'Microsoft Entra ID' } as const;
export type GuidedDirectory = keyof typeof directoryNames;
export const guidedDirectories = ['okta', 'entra'] as const satisfies readonly GuidedDirectory[];
