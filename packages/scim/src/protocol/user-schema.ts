import type { Attribute, ResourceType, Schema } from './attribute.js';

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
});

/** The parts that all attributes with several values have. */
const plural = (what: string, types: readonly string[]): Attribute[] => [
  text('value', `${what}.`),
  text('display', 'A name of the value for people.'),
  text('type', 'What the value is for.', types.length > 0 ? { canonicalValues: types } : {}),
  { name: 'primary', type: 'boolean', description: 'Whether it is the preferred value. At most one is.' },
];

const name: Attribute = {
  name: 'name',
  type: 'complex',
  description: 'The parts of the name of the user.',
  sub: [
    text('formatted', 'The full name.'),
    text('familyName', 'The last name.'),
    text('givenName', 'The first name.'),
    text('middleName', 'The middle name.'),
    text('honorificPrefix', 'A title before the name.'),
    text('honorificSuffix', 'A suffix after the name.'),
  ],
};

const address: Attribute = {
  name: 'addresses',
  type: 'complex',
  multiValued: true,
  description: 'Postal addresses. They are kept and not used.',
  sub: [
    text('formatted', 'The whole address.', { max: 1000 }),
    text('streetAddress', 'Street and number.', { max: 1000 }),
    text('locality', 'The city.'),
    text('region', 'The region.'),
    text('postalCode', 'The postal code.'),
    text('country', 'The country.'),
    text('type', 'What the address is for.', { canonicalValues: ['work', 'home', 'other'] }),
    { name: 'primary', type: 'boolean', description: 'Whether it is the preferred address. At most one is.' },
  ],
};

const groups: Attribute = {
  name: 'groups',
  type: 'complex',
  multiValued: true,
  mutability: 'readOnly',
  description: 'The groups of this directory that the user is in.',
  sub: [
    text('value', 'The id of the group.', { mutability: 'readOnly' }),
    { name: '$ref', type: 'reference', referenceTypes: ['Group'], mutability: 'readOnly', description: 'Its URL.' },
    text('display', 'The name of the group.', { mutability: 'readOnly' }),
  ],
};

const core: Schema = {
  urn: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'A user of the directory.',
  attributes: [
    text('userName', 'The name of the user in the directory.', { required: true, unique: true }),
    name,
    text('displayName', 'The name that others see.'),
    text('nickName', 'A casual name.'),
    {
      name: 'profileUrl',
      type: 'reference',
      referenceTypes: ['external'],
      max: 2000,
      description: 'A page about the user.',
    },
    text('title', 'The job title.'),
    text('userType', 'How the user belongs to the organization.'),
    text('preferredLanguage', 'The language that the user reads.'),
    text('locale', 'The region whose forms of numbers and dates the user reads.'),
    text('timezone', 'The time zone of the user.'),
    {
      name: 'active',
      type: 'boolean',
      description: 'Whether the user is an active member. False suspends the member.',
    },
    {
      name: 'emails',
      type: 'complex',
      multiValued: true,
      description: 'The emails of the user. The primary one, or that for work, is the email of the account.',
      sub: plural('An email', ['work', 'home', 'other']),
    },
    {
      name: 'phoneNumbers',
      type: 'complex',
      multiValued: true,
      description: 'Phone numbers. They are kept and not used.',
      sub: plural('A phone number', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    },
    address,
    {
      name: 'roles',
      type: 'complex',
      multiValued: true,
      description: 'Roles in the directory. They are kept and give no rights here.',
      sub: plural('A role', []),
    },
    groups,
  ],
};

const enterprise: Schema = {
  urn: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'What an organization knows about the user.',
  attributes: [
    text('employeeNumber', 'The number of the employee.'),
    text('costCenter', 'The cost center.'),
    text('organization', 'The organization.'),
    text('division', 'The division.'),
    text('department', 'The department.'),
    {
      name: 'manager',
      type: 'complex',
      description: 'The manager of the user.',
      sub: [
        text('value', 'The id of the manager.'),
        {
          name: '$ref',
          type: 'reference',
          referenceTypes: ['User'],
          max: 2000,
          description: 'The URL of the manager.',
        },
        text('displayName', 'The name of the manager.'),
      ],
    },
  ],
};

export const userType: ResourceType = {
  name: 'User',
  path: 'Users',
  description: 'The users of the directory.',
  core,
  extensions: [enterprise],
};
