import type { License } from './licenses.js';

const escapeHtml = (text: string) => text.replace(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0)};`);

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><main><h1>${escapeHtml(title)}</h1>${body}</main></html>`;
}

export function welcomePage(): string {
  return page('A licensed application', '<p><a href="/sign-in">Sign in</a></p>');
}

const menu = [
  { feature: 'contacts', path: '/contacts', title: 'Contacts' },
  { feature: 'reports', path: '/reports', title: 'Reports' },
];

/** Shows which features the license includes, and which it does not. */
export function homePage(name: string, license: License): string {
  const items = menu.map(({ feature, path, title }) =>
    license.features.includes(feature)
      ? `<li><a href="${path}">${title}</a></li>`
      : `<li>${title} <small>(not in your license)</small></li>`,
  );
  const status = license.licenseTypeName
    ? `Your license: ${escapeHtml(license.licenseTypeName)}`
    : 'You have no license.';
  const away = license.until
    ? `<p>The identity server is away. You can work with your lease until ${license.until.toISOString()}.</p>`
    : '';
  return page(
    `Hello ${name}`,
    `<p>${status}</p>${away}<ul>${items.join('')}</ul><p><a href="/sign-out">Sign out</a></p>`,
  );
}

export function featurePage(title: string): string {
  return page(title, '<p>Your license includes this feature.</p><p><a href="/">Back</a></p>');
}

const advice: Record<string, string> = {
  WAITING: 'You are on the waiting list. You get a seat as soon as one is free.',
  NO_SEAT: 'Ask an admin of your organization for a seat.',
  FEATURE_NOT_INCLUDED: 'Your license does not include this feature. Ask an admin of your organization to upgrade it.',
  ACCOUNT_DISABLED: 'Your account is disabled. Ask the operator of this service.',
  MEMBER_SUSPENDED: 'Your membership is suspended. Ask an admin of your organization.',
  SUBSCRIPTION_EXPIRED: 'The subscription of your organization has expired. Ask an admin to renew it.',
};

/** Explains what is missing and who can help. The reason comes from the license check. */
export function refusedPage(title: string, reason: string): string {
  const text = advice[reason] ?? 'Ask an admin of your organization.';
  const request =
    reason === 'NO_SEAT' ? '<form method="post" action="/request"><button>Request a seat</button></form>' : '';
  return page(
    `No access to ${title}`,
    `<p>${escapeHtml(text)}</p>${request}<p><small>${escapeHtml(reason)}</small></p><p><a href="/">Back</a></p>`,
  );
}

const outcomes: Record<string, string> = {
  PENDING: 'Your request was sent to the admins of your organization.',
  WAITING: 'No seat is free. You are on the waiting list.',
  GRANTED: 'You have a seat now.',
  REQUEST_EXISTS: 'You have already requested a seat. An admin of your organization decides.',
  ALREADY_LICENSED: 'You have a seat already.',
};

/** Says what became of the request for a seat: its status, or the code of the error. */
export function requestedPage(outcome: string): string {
  const text = outcomes[outcome] ?? 'The seat could not be requested. Ask an admin of your organization.';
  return page('Your request', `<p>${escapeHtml(text)}</p><p><a href="/">Back</a></p>`);
}

export function awayPage(): string {
  return page('Try again later', '<p>The identity server cannot be reached, and you have no lease on this device.</p>');
}
