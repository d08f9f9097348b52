/** The list of agreements in the console. */
export const AGREEMENTS = '/settings/agreements';
