import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';

const minutes = 15;
const Review = z.object({ userId: z.uuid(), epoch: z.int(), until: z.int() });

type Vault = IdentityPluginHost['vault'];

/** A token for the form of a page that lists a user's links. */
export function sealReview(vault: Vault, page: string, { userId, epoch }: { userId: string; epoch: number }): string {
  const review = { userId, epoch, until: Date.now() + minutes * 60 * 1000 };
  return Buffer.from(vault.seal(purposeOf(page), Buffer.from(JSON.stringify(review)))).toString('base64url');
}

/** The user whose links the page has listed; undefined if the form was not made by such a page, or has expired. */
export function openReview(
  vault: Vault,
  page: string,
  sealed: string | undefined,
  now = Date.now(),
): { userId: string; epoch: number } | undefined {
  try {
    const plain = vault.open(purposeOf(page), Buffer.from(sealed ?? '', 'base64url'));
    const { until, ...review } = Review.parse(JSON.parse(Buffer.from(plain).toString()));
    return until > now ? review : undefined;
  } catch {
    return undefined;
  }
}

const purposeOf = (page: string) => `links-review:${page}`;
