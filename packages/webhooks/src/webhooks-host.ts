import type { IdentityPluginHost } from '@org/identity-prisma';

/** What the features of this package get. */
export interface WebhooksHost extends IdentityPluginHost {
  /** Sends what is due. Call it after the commit; requests do not wait for it. */
  readonly sendWebhooks: () => void;
}
