/** The settings and the look of an organization. */
export const settings = {
  name: 'Settings',
  title: 'Settings',
  general: 'General',
  nameLabel: 'Name',
  slugLabel: 'Short name',
  slugHint: 'Part of web addresses. It cannot be changed.',
  startUrlLabel: 'Start page',
  startUrlHint: 'Where members go after they accept an invitation, such as https://app.example.com.',
  look: 'Look of the sign-in page',
  lookLead: 'Members see this look when they sign in to your organization. Leave a field empty to keep the default.',
  brandNameLabel: 'Name on the sign-in page',
  logoLabel: 'Web address of a logo',
  logoHint: 'An image (https://…), or a data: URL of a small PNG or SVG image. An uploaded logo is used instead of it.',
  accentLabel: 'Colour of buttons and links',
  accentHint: 'For example #0c5f4c. For dark mode, a lighter colour is made from it.',
  save: 'Save',
  preview: 'Preview',
  previewTitle: 'Preview',
  previewSaved: 'This is how the sign-in page looks now.',
  previewUnsaved: 'This is how the sign-in page will look. It is not saved yet.',
};

export const settingsNotices = { saved: 'The settings were saved.' };

/** The drawing of the sign-in page. */
export const previewTexts = {
  label: {
    light: 'The sign-in page in light mode',
    dark: 'The sign-in page in dark mode',
  },
  heading: 'Sign in',
  email: 'Email',
  password: 'Password',
  button: 'Sign in',
  link: 'Forgot password?',
};

/** What is wrong with a field. */
export const settingsProblems = {
  name: 'Enter a name of at most 100 characters, without web addresses or control characters.',
  startUrl: 'Enter a web address that begins with https://, without a user name, a password or a # part.',
  brandName: 'Use at most 60 characters.',
  logoUrl: 'Enter a web address that begins with https://, or a data: URL of a PNG or SVG image.',
  logoSize: 'This logo is too large: all settings together may have 16 KB. Use the web address of an image instead.',
  accentColor: 'Enter a colour such as #0c5f4c. It must be dark enough to read on white (a contrast of 4.5:1).',
};
