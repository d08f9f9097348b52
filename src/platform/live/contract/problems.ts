export const liveProblems = {
  'live.too-many-streams': 429,
} as const;
