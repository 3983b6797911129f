import type { Page } from 'playwright-core';

/** A user of the customer's identity provider. */
export interface Employee {
  readonly login: string;
  readonly name: string;
  readonly email: string;
}

/** What the customer's IT department sets up at its provider. */
export interface CustomerSetup {
  /** Copied from our console. */
  readonly redirectUri: string;
  readonly employees: Employees;
}

/** The logins are those of LemonLDAP::NG's own demo users, because it has no others. */
export interface Employees {
  /** Sets up the connection. */
  readonly administrator: Employee;
  readonly member: Employee;
  /** Has an email of a domain that is not the customer's. */
  readonly stranger: Employee;
}

export const employeesOf = (domain: string): Employees => ({
  administrator: { login: 'rtyler', name: 'Rose Tyler', email: `rtyler@${domain}` },
  member: { login: 'dwho', name: 'Doctor Who', email: `dwho@${domain}` },
  stranger: { login: 'msmith', name: 'Mr Smith', email: 'msmith@elsewhere.test' },
});

/** A running identity provider of a customer. */
export interface CustomerProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Called before the browser goes there. */
  expect?(employee: Employee): void;
  /** Signs in on the provider's own pages, where the browser has just arrived. */
  signIn(page: Page, employee: Employee): Promise<void>;
  stop(): Promise<void>;
}

export type StartProvider = (setup: CustomerSetup) => Promise<CustomerProvider>;

/** How we are registered at every provider. */
export const client = { clientId: 'identity-server', clientSecret: 'a-secret_of.the-provider' } as const;
