import { line } from '@org/identity-ui';

/** The seats of agents, beside those of people. */
export const agents = {
  name: 'Agents',
  title: 'Agents',
  lead: 'An agent is a program that acts for people. Its seat counts like that of a person.',
  optional: 'This application lets agents use the seat of the person they act for. They need no seat of their own.',
  caption: 'Agents with a seat',
  agent: 'Agent',
  licenseType: 'License type',
  since: 'Since',
  actions: 'Actions',
  takeBack: 'Take back',
  of: (name: string) => line` the seat of ${name}`,
  empty: 'No agent has a seat of this application.',
  choose: 'Agent',
  grant: 'Give the agent a seat',
  noneFree: 'There is no free seat to give.',
  deleted: 'A deleted program',
};

export const confirm = {
  title: (name: string) => line`Take the seat back from ${name}?`,
  button: 'Take back',
  facts: ['The agent can no longer use this application for anybody in your organization.'],
};

export const notices = {
  'agent-seat-granted': 'The agent has a seat now.',
  'agent-seat-taken-back': 'The seat of the agent was taken back.',
};

export const refusals = {
  AGENT_NOT_FOUND: 'Choose an agent from the list. Nothing was changed.',
  AGENT_SEAT_NOT_FOUND: 'The agent has no seat of this application any more. Nothing was changed.',
  ALREADY_LICENSED: 'This agent already has a seat of the application. Nothing was changed.',
  INVALID_LICENSE_TYPE: 'Choose a license type of this application. Nothing was changed.',
  NO_SEATS_AVAILABLE: 'There is no free seat of this license. Nothing was changed.',
  NOTHING_BOUGHT: 'Your organization has not bought this license. Nothing was changed.',
  NOT_ACTIVE: 'The subscription of this license is not active. Nothing was changed.',
};
