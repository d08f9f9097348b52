export const channelProblems = {
  'channel.signature-invalid': 400,
  /** A report of a message whose number the provider's own answer has not brought yet: it is sent again. */
  'channel.report-unknown': 404,
} as const;
