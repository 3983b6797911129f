import type { ConsoleVisit, DeclaredCaller, DeclaredKind, VisitedTenant } from '@org/identity-core';
import type { Transaction } from '../database-types.js';

/**
 * A caller who acts in a tenant in place of its owners, of a kind that a plugin brings. It can do only what names its kind:
 * see `alsoBy` of `requireOwner`.
 */
export interface Delegate<Kind extends DeclaredKind = DeclaredKind> extends DeclaredCaller {
  readonly kind: Kind;
  readonly tenantId: string;
  readonly tenant: Pick<VisitedTenant, 'id' | 'slug' | 'name'>;
  /** Whether it may still act. Asked with every use, and once more under the tenant's lock. */
  isValid(db: Transaction): Promise<boolean>;
}

/** A visit of such a caller to a console of the tenant. */
export interface DelegateVisit<Kind extends DeclaredKind = DeclaredKind> extends ConsoleVisit {
  readonly principal: Delegate<Kind>;
  readonly tenant: VisitedTenant;
}
