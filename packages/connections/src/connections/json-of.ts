import type { Prisma } from '@org/identity-prisma';
import { z } from 'zod';

const Settings = z.record(z.string(), z.json());

/** The settings of a kind, as the column takes them. Throws if they are no JSON object. */
export const jsonOf = (settings: unknown): Prisma.InputJsonObject => Settings.parse(settings);
