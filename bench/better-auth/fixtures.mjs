/** The resource that makes an access token of better-auth a JWT. */
export const resource = 'https://bench.example.test/api';

/** The people who sign in, besides the one of every scenario. */
export const people = Array.from({ length: 64 }, (_, index) => ({
  email: `person-${index}@people.test`,
  password: 'violet harbor engine 77',
}));
