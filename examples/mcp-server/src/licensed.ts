import type { CallToolResult } from '@modelcontextprotocol/server';
import { type IdentityClient, IdentityClientError } from '@org/identity-client';
import { type Identity, licenseOf } from '@org/identity-client/resource';
import type { Settings } from './settings.js';

const advice: Record<string, string> = {
  NO_SEAT: 'You have no license of the CRM.',
  WAITING: 'You are on the waiting list of the CRM. You get a license as soon as one is free.',
  FEATURE_NOT_INCLUDED: 'Your license of the CRM does not include this.',
  NOT_A_MEMBER: 'You are no longer a member of this organization.',
  MEMBER_SUSPENDED: 'Your membership is suspended. An admin of your organization can reactivate it.',
  ACCOUNT_DISABLED: 'Your account is disabled. The operator of this service can help.',
  SUBSCRIPTION_EXPIRED: 'The subscription of your organization has expired.',
};

/** Those who can help themselves: the page lets them ask for a license. */
const mayAsk = new Set(['NO_SEAT', 'FEATURE_NOT_INCLUDED']);

/** Runs a tool if the caller's license includes a feature. Otherwise the result says why not, and what to do. */
export async function ifLicensed(
  feature: string,
  { client, settings, caller }: { client: IdentityClient; settings: Settings; caller: Identity },
  run: () => CallToolResult,
): Promise<CallToolResult> {
  const reason = await reasonAgainst(client, caller, feature);
  return reason === undefined ? run() : refused(reason, feature, settings);
}

/** Why the caller's license does not include a feature; undefined if it does. */
async function reasonAgainst(client: IdentityClient, caller: Identity, feature: string): Promise<string | undefined> {
  try {
    const { hasLicense, features, reason } = await licenseOf(client, caller);
    if (!hasLicense) return reason;
    return features.includes(feature) ? undefined : 'FEATURE_NOT_INCLUDED';
  } catch (error) {
    // Machines and tokens without a tenant have no license. If the identity server is away, nothing is allowed either.
    if (error instanceof IdentityClientError) return error.code;
    throw error;
  }
}

/** A result that the model can read out: the reason in words and as a code, and the page where a license is requested. */
function refused(reason: string, feature: string, { issuer }: Settings): CallToolResult {
  const link = mayAsk.has(reason) ? `${issuer}/account/licenses` : undefined;
  const sentences = [
    advice[reason] ?? 'Your license of the CRM cannot be used at the moment.',
    `Needed: ${feature}. Reason: ${reason}.`,
    ...(link === undefined ? [] : [`Ask for a license here: ${link}`]),
  ];
  return {
    isError: true,
    content: [{ type: 'text', text: sentences.join(' ') }],
    structuredContent: { error: 'LICENSE_REQUIRED', reason, feature, ...(link === undefined ? {} : { link }) },
  };
}
