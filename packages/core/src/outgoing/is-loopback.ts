const names = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a URL's hostname is the machine itself, where http is as safe as https. */
export const isLoopback = (hostname: string): boolean => names.includes(hostname);
