/** Signs JWTs (RS256) that anybody can verify with the key set of the deployment. */
export interface Signer {
  /**
   * Returns the function that signs claims as a JWT with the current key and adds `iss`. Call it before a transaction. The key
   * stays in the key set for `seconds` after it was replaced: name the longest lifetime of such a JWT.
   */
  prepare(options: SignedType): Promise<(claims: Readonly<Record<string, unknown>>) => Promise<string>>;
}

/** The type of a JWT. */
export interface SignedType {
  /** The `typ` of the header, such as `license-lease+jwt`. No type of the server itself, so no such JWT passes for a token. */
  readonly typ: string;
  readonly seconds?: number;
}
