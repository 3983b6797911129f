import { type Actor, type Area, type AreaIn, ofTenant, ownsTenant, type TenantVisit } from '@org/identity-core';
import type { Delegate, DelegateVisit, OwnerCall } from '@org/identity-prisma';

/** The visitor of a setup link, who has no account. */
export type SetupCaller = Delegate<'setup_link'>;

/** A visit to the console of a tenant, or to the pages of a setup link for it. */
export type SetupVisit = TenantVisit | DelegateVisit<'setup_link'>;

/** For `requireOwner`: what the visitor of a setup link may do as well. */
export const bySetupLink = { alsoBy: ['setup_link'] } as const;

/** Whether a visitor has no account, but a setup link. */
export const hasSetupLink = (visitor: OwnerCall['principal']): visitor is SetupCaller => visitor.kind === 'setup_link';

/** Whether the call is that of the visitor of a setup link. */
export const isSetupCall = ({ principal }: OwnerCall): boolean => hasSetupLink(principal);

/** The setup link whose visitor calls; null for any other caller. */
export const setupLinkOf = ({ principal }: OwnerCall): string | null => (hasSetupLink(principal) ? principal.id : null);

/** A setup link as the actor of events. */
export const actorOfLink = (id: string): Actor => ({ kind: 'machine', id });

/** An area for the owners of a tenant, in its console, which the visitors of setup links have among their pages as well. */
export const inBothConsoles = (area: AreaIn<SetupVisit>): Area[] => [
  { ...area, place: 'tenant', origins: ofTenant, isOpen: ownsTenant },
  { ...area, place: 'setup' },
];
