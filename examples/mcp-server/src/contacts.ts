export interface Contact {
  readonly name: string;
  readonly email: string;
}

// A real application keeps them in a database.
const maxContacts = 200;
const first: readonly Contact[] = [
  { name: 'Grace Hopper', email: 'grace@navy.example' },
  { name: 'Ada Lovelace', email: 'ada@engine.example' },
  { name: 'Alan Turing', email: 'alan@bletchley.example' },
];

/** The contacts of all tenants. Each tenant sees only its own. */
export function createContacts() {
  const byTenant = new Map<string, Contact[]>();
  const of = (tenantId: string): Contact[] => {
    const known = byTenant.get(tenantId) ?? [...first];
    byTenant.set(tenantId, known);
    return known;
  };
  return {
    list: (tenantId: string): readonly Contact[] => of(tenantId),
    /** Adds a contact. Returns false if there are too many. */
    add(tenantId: string, contact: Contact): boolean {
      const contacts = of(tenantId);
      if (contacts.length >= maxContacts) return false;
      contacts.push(contact);
      return true;
    },
  };
}

export type Contacts = ReturnType<typeof createContacts>;
