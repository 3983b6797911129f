export * from './account.js';
export * from './answers.js';
export * from './links.js';
export * from './mails.js';
export * from './second-factor.js';
export * from './sign-in.js';
