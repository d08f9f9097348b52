/** The text key of what a call does, for calls whose right says too little, such as to print under the right to see (settled 28). */
export function callKey(route: string): string {
  const slug = route
    .split(/[/:]+/)
    .filter((part) => part !== '')
    .join('-');
  return /export[a-z]*$/i.test(slug) ? 'export' : slug;
}

/** The text key of an act in the audit trail that is called otherwise than any right (settled 28). */
export const actKey = (action: string): string => action.replace(':', '-');
