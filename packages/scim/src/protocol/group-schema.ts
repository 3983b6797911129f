import type { ResourceType } from './attribute.js';

export const groupType: ResourceType = {
  name: 'Group',
  path: 'Groups',
  description: 'The groups of the directory.',
  extensions: [],
  core: {
    urn: 'urn:ietf:params:scim:schemas:core:2.0:Group',
    name: 'Group',
    description: 'A group of users of the directory.',
    attributes: [
      { name: 'displayName', type: 'string', required: true, description: 'The name of the group.' },
      {
        name: 'members',
        type: 'complex',
        multiValued: true,
        description: 'The users in the group. Groups in groups are not supported.',
        // A member is added or removed, never changed: RFC 7643, section 8.7.1.
        sub: [
          {
            name: 'value',
            type: 'string',
            mutability: 'immutable',
            description: 'The id of a user of this directory.',
          },
          {
            name: '$ref',
            type: 'reference',
            referenceTypes: ['User'],
            max: 2000,
            mutability: 'immutable',
            description: 'The URL of the user.',
          },
          {
            name: 'type',
            type: 'string',
            canonicalValues: ['User'],
            mutability: 'immutable',
            description: 'Always User.',
          },
          { name: 'display', type: 'string', mutability: 'readOnly', description: 'The name of the user.' },
        ],
      },
    ],
  },
};
