export const insightProblems = {
  'order.statistics.range-too-long': 422,
} as const;
