/** The detail of an error, by which pages say why the secret is needed. */
export const secretNeeded = 'is needed again, because the issuer or the client ID changes';
