/** How many seats can be granted and reserved of a quantity. The same as `identity.allowed_seats` in the database. */
export function allowedSeats(quantity: number, overagePercent: number): number {
  return quantity + (overagePercent > 0 ? Math.max(1, Math.floor((quantity * overagePercent) / 100)) : 0);
}

/** The lowest quantity that allows as many seats as are in use. */
export function lowestQuantity(inUse: number, overagePercent: number): number {
  let quantity = Math.max(1, Math.floor((inUse * 100) / (100 + overagePercent)) - 1);
  while (allowedSeats(quantity, overagePercent) < inUse) quantity += 1;
  return quantity;
}
