export const exportForm = {
  about:
    'Download a file with everything we store about you: your profile, sessions, memberships, and the access you gave to applications. Keep it in a safe place.',
  download: 'Download your data',
};
