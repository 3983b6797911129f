export interface ReadMail {
  /** The headers, unfolded, with names in lower case. */
  headers: { name: string; value: string }[];
  subject: string;
  text: string;
  html: string;
}

/** Parses a mail of two parts: unfolds its headers, and decodes encoded words and bodies. */
export function readMime(raw: string): ReadMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/u.exec(rawValue(headers, 'content-type'))?.[1] ?? '';
  const parts = body.split(`--${boundary}`).slice(1, -1).map(split);
  const part = (type: string) => {
    const found = parts.find((each) => rawValue(each.headers, 'content-type').startsWith(type));
    return found ? decodeBody(found.body, rawValue(found.headers, 'content-transfer-encoding')) : '';
  };
  const subject = decodeWords(rawValue(headers, 'subject'));
  return { headers, subject, text: part('text/plain'), html: part('text/html') };
}

/** Returns the value of a header, with its encoded words (RFC 2047) decoded. */
export function headerOf({ headers }: Pick<ReadMail, 'headers'>, name: string): string {
  return decodeWords(rawValue(headers, name));
}

function split(raw: string): { headers: ReadMail['headers']; body: string } {
  const whole = raw.replace(/^\r\n/u, '');
  const end = whole.indexOf('\r\n\r\n');
  const lines = whole
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/gu, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim() };
  });
  return { headers, body: whole.slice(end + 4) };
}

function rawValue(headers: ReadMail['headers'], name: string): string {
  return headers.find((header) => header.name === name)?.value ?? '';
}

function decodeWords(value: string): string {
  // A character may be split between two words, so adjacent words with one encoding are decoded together.
  const joined = value.replaceAll(/(=\?utf-8\?([bq])\?[^?]*)\?=\s+(?==\?utf-8\?\2\?)/giu, '$1?=');
  return joined.replaceAll(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/giu, (words) => {
    const bytes = [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/giu)].map(([, encoding, text = '']) =>
      encoding?.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quotedBytes(text.replaceAll('_', ' ')),
    );
    return Buffer.concat(bytes).toString('utf8');
  });
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quotedBytes(body.replaceAll('=\r\n', '')).toString('utf8');
  return Buffer.from(body, 'latin1').toString('utf8');
}

function quotedBytes(text: string): Buffer {
  const plain = text.replaceAll(/=([0-9a-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
