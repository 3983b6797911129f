/** What is read of an account that is linked to a provider of a tenant. */
export const accountOf = (tenantId: string) => ({
  select: { email: true, memberships: { where: { tenantId }, select: { id: true } } },
});

interface LinkedAccount {
  readonly email: string;
  readonly memberships: readonly unknown[];
}

/**
 * The email of the account here. Somebody who has left the tenant may have changed it since: the owners then see the one that
 * their provider has sent.
 */
export const accountEmailOf = ({ email, memberships }: LinkedAccount, atProvider: string | null): string =>
  memberships.length > 0 ? email : (atProvider ?? '');
