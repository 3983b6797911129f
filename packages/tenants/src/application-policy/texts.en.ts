export const policy = {
  title: 'The default',
  lead: 'What happens when a member wants to use a third-party application that nobody has decided about.',
  label: 'Other applications',
  rules: {
    ALLOW: 'Members may use them',
    ASK: 'Members ask a manager first',
    BLOCK: 'Nobody may use them',
  },
  save: 'Save the default',
};

export const confirm = {
  titles: {
    ASK: 'Let members ask a manager first?',
    BLOCK: 'Block all other applications?',
  },
  button: 'Change the default',
  ends: 'Third-party applications that you have not allowed one by one can no longer be used with this organization. What they got ends at once.',
  stay: 'Applications of this service itself are not affected.',
};

export const notices = { default: 'The default was saved.' };
