export const secondStepProblems = {
  /** Said to who has given the right password. */
  'session.second-step-required': 422,
  'session.second-step-refused': 422,
  'second-step.not-begun': 409,
  'second-step.on-already': 409,
  'second-step.off': 409,
  'second-step.code-refused': 422,
} as const;
