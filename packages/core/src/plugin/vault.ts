/** Encrypts values with the deployment's secret, so that the database cannot reveal them. Each is bound to a purpose such as `totp:<user id>`. */
export interface Vault {
  seal(purpose: string, plain: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Throws if it was sealed for another purpose or with another secret, or was changed. */
  open(purpose: string, sealed: Uint8Array): Uint8Array;
  /**
   * A keyed hash of a text (HMAC-SHA-256, base64url), to compare texts without storing them. It changes when the deployment's
   * secret is replaced.
   */
  digest(purpose: string, text: string): string;
}
