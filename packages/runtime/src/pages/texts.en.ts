import { type Part, sentence } from '@org/identity-ui';

const backToApp = 'Go back to the application you came from and sign in again.';

export const en = {
  /** Our own pages, in place of the name of an application. */
  yourAccount: 'your account',
  consent: {
    title: 'Allow access',
    heading: (client: Part) => sentence`${client} wants access to your account`,
    headingForMore: (client: Part) => sentence`${client} wants more access to your account`,
    signedInAs: (email: Part) => sentence`You are signed in as ${email}.`,
    signedInAt: (email: Part, tenant: Part) => sentence`You are signed in as ${email} at ${tenant}.`,
    onlyAt: 'Access applies to this organization only.',
    privacyPolicy: 'Privacy policy',
    termsOfService: 'Terms of service',
    allow: 'Allow',
    deny: 'Deny',
    atApi: (api: Part) => sentence`For ${api}`,
    useApi: (api: Part) => sentence`Use ${api} in your name`,
    withoutScopes: 'Without any special permission.',
    /** Of an application that nobody here has registered. */
    origin: {
      document: (host: Part) =>
        sentence`This application identifies itself with ${host}. Check that you know this site. We have not checked its name.`,
      registered: 'This application has registered itself. We have not checked who is behind it, nor its name.',
      loopback: (host: Part) =>
        sentence`This application runs on this computer, at ${host}. Continue only if you started it.`,
      web: (host: Part) => sentence`If you allow access, you continue at ${host}.`,
      app: (scheme: Part) => sentence`If you allow access, you continue in the app ${scheme} on this device.`,
    },
    scopes: {
      openid: { title: 'Know who you are', description: 'An identifier that stays the same each time you sign in.' },
      profile: { title: 'See your profile', description: 'Your name, picture, language and time zone.' },
      email: { title: 'See your email address', description: 'And whether it is confirmed.' },
      offline_access: {
        title: 'Stay connected',
        description: 'Keep this access while you are away, until you sign out.',
      },
    },
  },
  /** For a user whose organization has signed them in, at a step that belongs to the account. */
  ownSignIn: {
    title: 'Sign in yourself first',
    why: 'Your organization signed you in. This step belongs to your account, so you sign in to it yourself.',
    factor: (client: Part) =>
      sentence`${client} asks for a second factor, and your account has none. Your organization signed you in. To change your account, you sign in to it yourself.`,
    how: (client: Part) =>
      sentence`Open your account, sign in, and set up a second factor under Security. Then go back to ${client} and sign in again.`,
    openAccount: 'Open your account',
    otherAccount: 'Use another account',
    cancel: 'Cancel',
  },
  logout: {
    title: 'Sign out',
    heading: 'Do you want to sign out?',
    ends: (product: Part) => sentence`Signing out ends your session at ${product} in this browser.`,
    endsFrom: (client: Part, product: Part) =>
      sentence`You came from ${client}. Signing out ends your session at ${product} in this browser.`,
    signOut: 'Sign out',
    stay: 'Stay signed in',
  },
  loggedOut: {
    title: 'You are signed out',
    message: 'You can close this window. If other people use this device, close all browser windows.',
    goTo: (client: Part) => sentence`Go to ${client}`,
    goToStart: 'Go to the start page',
  },
  notSignedIn: {
    title: 'You are not signed in',
    message: 'Nothing was changed. Sign in to see your account.',
    signIn: 'Sign in',
  },
  errorPage: {
    code: 'Error code',
    requestId: 'Request ID',
    home: 'Go to the home page',
  },
  /** Explains an error of the protocol to the user. */
  errors: {
    invalid_client: {
      title: 'Unknown application',
      message: 'The link you followed belongs to an application that is not registered here.',
      advice: 'Check the link, or contact the people who run the application.',
    },
    unauthorized_client: {
      title: 'This application cannot be used',
      message: 'The people who run this service have blocked it, or it may not sign anybody in.',
      advice: 'You do not need to do anything. If you need the application, contact the people who run this service.',
    },
    invalid_redirect_uri: {
      title: 'This link cannot be used',
      message: 'The application tried to send you to an address that is not registered for it, so we stopped.',
      advice: 'You do not need to do anything. Please tell the people who run the application.',
    },
    session_not_found: {
      title: 'This sign-in has expired',
      message: 'It was already completed, took too long, or was started in another browser.',
      advice: backToApp,
    },
    not_found: {
      title: 'Page not found',
      message: 'There is no page at this address.',
      advice: 'Check the address for typos, or start over from the home page.',
    },
    server_error: {
      title: 'Something went wrong on our side',
      message: 'Your request could not be completed. Nothing was changed.',
      advice: 'Try again in a moment. If the problem persists, contact us and include the request ID below.',
    },
    temporarily_unavailable: {
      title: 'Temporarily unavailable',
      message: 'The service is temporarily unavailable. Your request could not be completed.',
      advice: 'Wait a moment, then reload this page, or go back and try again.',
    },
    other: {
      title: 'This request cannot be completed',
      message: 'The application sent a request that we could not accept.',
      advice: `${backToApp} If it happens again, contact the people who run the application.`,
    },
  },
  rateLimited: {
    title: 'Too many attempts',
    message:
      'Too many attempts came from your network. You may share it with many others: this is not about your account, and nothing was changed.',
    advice: (minutes: number) => `Wait ${minutes > 1 ? `${minutes} minutes` : 'a minute'}, then go back and try again.`,
  },
};
