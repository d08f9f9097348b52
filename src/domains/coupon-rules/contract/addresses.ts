export const SEND_RULES = '/marketing/send-rules';
export const SEND_RUNS = '/marketing/send-runs';
