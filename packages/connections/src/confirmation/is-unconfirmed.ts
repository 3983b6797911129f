/** Whether a setup link has made something, and no owner has confirmed it since. */
export const isUnconfirmed = (made: {
  readonly setupLinkId: string | null;
  readonly confirmedAt: Date | null;
}): boolean => made.setupLinkId !== null && made.confirmedAt === null;
