import test from 'ava';
import { openReview, sealReview } from '../../src/sso/review-token.js';
import { testVault } from '../support/test-vault.js';

test('what a page has sealed opens there only, and for 15 minutes', (t) => {
  const review = { userId: '01890000-0000-7000-8000-000000000000', epoch: 3 };
  const sealed = sealReview(testVault, 'page', review);
  const later = (minutes: number) => openReview(testVault, 'page', sealed, Date.now() + minutes * 60_000);
  t.deepEqual(later(0), review);
  t.deepEqual(later(14), review);
  t.is(later(15), undefined);
  t.is(openReview(testVault, 'elsewhere', sealed), undefined);
  t.is(openReview(testVault, 'page', undefined), undefined);
});
