import type { IncomingMessage } from 'node:http';
import {
  findUnstorableText,
  IdentityError,
  type PageRoute,
  readFormBody,
  type UploadedFiles,
  type UploadLimits,
  validationFailed,
} from '@org/identity-core';
import type { Context } from 'koa';

interface ReadForm {
  readonly form: Record<string, string>;
  readonly files?: UploadedFiles;
}

/** For the other fields of the form, and what separates them. */
const maxOtherBytes = 16 * 1024;
const maxFields = 20;

/** Reads the form of a page, with its files if the page accepts files. */
export async function readPageForm(
  ctx: Context,
  { uploads, formBytes }: Pick<PageRoute, 'uploads' | 'formBytes'>,
  { signedIn }: { signedIn: boolean },
): Promise<ReadForm> {
  if (!uploads || !ctx.is('multipart/form-data')) return { form: await readFormBody(ctx, formBytes) };
  // Such a visitor is sent to the sign-in, so nothing has to be kept in memory.
  return signedIn ? readUpload(ctx, uploads) : { form: {} };
}

async function readUpload(ctx: Context, { maxBytes }: UploadLimits): Promise<ReadForm> {
  if (!['', 'identity'].includes(ctx.get('content-encoding')))
    throw new IdentityError('UNSUPPORTED_MEDIA_TYPE', 'Send the form without compression.');
  const body = await readAtMost(ctx.req, maxBytes + maxOtherBytes);
  if (!body) return { form: {}, files: 'tooLarge' };
  const fields = await parse(body, ctx.get('content-type'));
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) throw malformed('A field of the form was sent twice.');
  if (fields.length > maxFields) throw malformed('The form has too many fields.');
  const form: [string, string][] = [];
  const files: [string, Uint8Array][] = [];
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.push([name, value]);
    // Browsers send an empty file without a name if none was chosen.
    else if (value.name !== '' || value.size > 0) files.push([name, new Uint8Array(await value.arrayBuffer())]);
  }
  const read = Object.fromEntries(form);
  const details = findUnstorableText(read);
  if (details.length > 0) throw validationFailed(details);
  return { form: read, files: Object.fromEntries(files) };
}

/**
 * Returns undefined if the body is larger. It is read to its end in any case: a browser shows the response only after it has
 * sent everything. The server's limit of time for a request still applies.
 */
async function readAtMost(req: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else chunks = [];
    }
  } catch (cause) {
    throw malformed('The body could not be read completely.', cause);
  }
  return size <= maxBytes ? Buffer.concat(chunks) : undefined;
}

/** By the parser of Node (undici). The size of the body is limited, so it may be in memory as a whole. */
async function parse(body: Buffer, contentType: string) {
  try {
    const parsed = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData();
    return [...parsed];
  } catch (cause) {
    throw malformed('The form is not valid multipart/form-data.', cause);
  }
}

const malformed = (message: string, cause?: unknown) =>
  new IdentityError('MALFORMED_REQUEST', message, cause === undefined ? {} : { cause });
