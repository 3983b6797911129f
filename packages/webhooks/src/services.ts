import type { IdentityPluginHost } from '@org/identity-prisma';

/** What the use-cases of this package need. */
export interface WebhookServices extends Pick<IdentityPluginHost, 'db' | 'events' | 'vault' | 'allowsPrivateNetworks'> {
  /** Sends what is due soon. Called after the commit; requests do not wait for it. */
  readonly sendSoon: () => void;
}
