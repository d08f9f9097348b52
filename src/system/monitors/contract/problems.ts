export const monitorProblems = { 'monitor.metric-unknown': 404 } as const;
