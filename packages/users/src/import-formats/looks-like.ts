import type { ImportFormat } from './import-format.js';

/** What only one system writes: names of fields that its exports begin with, or of columns. */
const marks: readonly (readonly [ImportFormat, RegExp])[] = [
  ['firebase', /"localId"\s*:/u],
  ['keycloak', /"(?:realm|federatedIdentities|requiredActions|serviceAccountClientId)"\s*:/u],
  ['cognito', /"Attributes"\s*:|(?:^|,)cognito:(?:username|mfa_enabled)(?:,|\r?\n|$)/u],
  ['clerk', /\bprimary_email_address\b|\bpassword_hasher\b/u],
  ['supabase', /\bencrypted_password\b|\braw_user_meta_data\b/u],
  ['logto', /"(?:primaryEmail|primary_email|passwordEncrypted|password_encrypted)"\s*:/u],
  ['auth0', /"(?:user_id|Id)"\s*:\s*"auth0\||"_id"\s*:\s*\{\s*"\$oid"|"custom_password_hash"\s*:/u],
  ['better-auth', /"(?:providerId|provider_id)"\s*:\s*"credential"/u],
  ['native', /"(?:memberships|totpSecret)"\s*:\s*[["]|"algorithm"\s*:\s*"[a-z0-9-]+"\s*,\s*"hash"\s*:\s*"/u],
];

/** What the first characters of a file look like, if exactly one form has them. */
export function looksLike(start: string): ImportFormat | undefined {
  const found = marks.filter(([, mark]) => mark.test(start)).map(([format]) => format);
  return found.length === 1 ? found[0] : undefined;
}
