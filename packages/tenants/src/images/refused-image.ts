import { IdentityError } from '@org/identity-core';

/** How large an uploaded file can be. */
export const maxImageBytes = 256 * 1024;
/** How wide and how high an image can be. */
const maxPixels = 2048;

const messages = {
  missing: 'Choose a file.',
  several: 'Send one file at a time.',
  size: `The file is larger than ${maxImageBytes / 1024} KB.`,
  type: 'The file is not a PNG, JPEG or WebP image.',
  broken: 'The file is damaged, or contains more than an image.',
  animated: 'The image is animated.',
  pixels: `The image is larger than ${maxPixels} × ${maxPixels} pixels.`,
} as const;

/** Why a file cannot be used. */
export type ImageProblem = keyof typeof messages;

/** The error of a file that cannot be used. The page finds its text by the reason. */
export function refusedImage(problem: ImageProblem): IdentityError {
  const code = problem === 'size' ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_FAILED';
  return new IdentityError(code, messages[problem], { reason: `image-${problem}` });
}

/** Throws unless an image of that size can be used. A browser needs memory for each pixel, however small the file is. */
export function requireUsableSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw refusedImage('broken');
  if (width > maxPixels || height > maxPixels) throw refusedImage('pixels');
}
