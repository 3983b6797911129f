import { formTokenOf } from './account-pages.js';
import type { Visit } from './console-visitors.js';

/** The fields of a form with files; a file is a `Blob`. */
export type UploadFields = readonly (readonly [name: string, value: string | Uint8Array, fileName?: string])[];

/** Sends a form with files as the page does. Follows no redirect. */
export async function upload(
  { browser, start }: Pick<Visit, 'browser' | 'start'>,
  path: string,
  fields: UploadFields,
  { formToken = formTokenOf(start), headers = {} }: { formToken?: string; headers?: Record<string, string> } = {},
) {
  const body = new FormData();
  body.append('formToken', formToken);
  for (const [name, value, fileName = 'logo.png'] of fields) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), fileName);
  }
  const response = await browser.request('POST', new URL(path, start.url), body, headers);
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}
