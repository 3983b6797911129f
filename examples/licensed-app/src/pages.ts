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

/** What the license opens, and what it does not. */
export function homePage(name: string, license: License): string {
  const items = menu.map(({ feature, path, title }) =>
    license.features.includes(feature)
      ? `<li><a href="${path}">${title}</a></li>`
      : `<li>${title} <small>(not in your license)</small></li>`,
  );
  const held = license.licenseTypeName
    ? `Your license: ${escapeHtml(license.licenseTypeName)}`
    : 'You have no license.';
  return page(`Hello ${name}`, `<p>${held}</p><ul>${items.join('')}</ul><p><a href="/sign-out">Sign out</a></p>`);
}

export function featurePage(title: string): string {
  return page(title, '<p>Here they are.</p><p><a href="/">Back</a></p>');
}

const advice: Record<string, string> = {
  NO_SEAT: 'Ask an admin of your organisation for a seat.',
  FEATURE_NOT_INCLUDED: 'Your license does not include this. Ask an admin for a larger one.',
  MEMBER_SUSPENDED: 'Your membership is suspended. Ask an admin of your organisation.',
  SUBSCRIPTION_EXPIRED: 'The subscription of your organisation has expired. Ask whoever pays for it.',
};

/** Says what is missing, and who can help: the reason comes with the check. */
export function refusedPage(title: string, reason: string): string {
  const text = advice[reason] ?? 'Ask an admin of your organisation.';
  return page(
    `No access to ${title}`,
    `<p>${escapeHtml(text)}</p><p><small>${escapeHtml(reason)}</small></p><p><a href="/">Back</a></p>`,
  );
}
