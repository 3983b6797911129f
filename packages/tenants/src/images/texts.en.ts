/** The logo and the icon that a tenant uploads. */
export const images = {
  name: 'Logo and icon',
  title: 'Logo and icon',
  lead: 'The pages for signing in, invitations and emails of your organization show them. PNG, JPEG or WebP, at most 256 KB and 2048 × 2048 pixels. For emails, PNG and JPEG work best.',
  kinds: {
    logo: {
      label: 'Logo',
      hint: 'It is shown 32 pixels high.',
      upload: 'Upload logo',
      remove: 'Remove logo',
      current: 'The current logo',
    },
    favicon: {
      label: 'Icon in the browser tab',
      hint: 'A square image, such as 64 × 64 pixels.',
      upload: 'Upload icon',
      remove: 'Remove icon',
      current: 'The current icon',
    },
  },
};

export const imageNotices = {
  'logo-saved': 'The logo was saved.',
  'logo-removed': 'The logo was removed.',
  'favicon-saved': 'The icon was saved.',
  'favicon-removed': 'The icon was removed.',
};

/** Why a file cannot be used. */
export const imageRefusals = {
  'image-missing': 'Choose a file first.',
  'image-several': 'Upload one file at a time.',
  'image-size': 'This file is too large. It can have at most 256 KB.',
  PAYLOAD_TOO_LARGE: 'This file is too large. It can have at most 256 KB.',
  'image-type': 'This file is not a PNG, JPEG or WebP image. SVG and other types cannot be used.',
  'image-broken': 'This file is damaged, or contains more than an image. Save it again with an image editor.',
  'image-animated': 'Animated images cannot be used.',
  'image-pixels': 'This image is too large. It can have at most 2048 × 2048 pixels.',
};
