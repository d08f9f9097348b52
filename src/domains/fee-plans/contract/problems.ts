export const feePlanProblems = { 'fee-plan.not-found': 404 } as const;
