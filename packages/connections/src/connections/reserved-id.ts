import { z } from 'zod';

const Reservable = z.uuidv7().lowercase();

/** Whether a text can be the id of a new connection: a UUID of version 7, as `uuidV7` makes them. */
export const isReservable = (id: string): boolean => Reservable.safeParse(id).success;
