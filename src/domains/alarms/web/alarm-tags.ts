export const SEVERITY_TAGS = { minor: 'info', major: 'warning', critical: 'danger' } as const;
export const STATE_TAGS = { open: 'danger', acknowledged: 'info', cleared: 'neutral' } as const;
