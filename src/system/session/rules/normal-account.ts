/** An account as it is found and counted: no spelling of the same one gets a count of its own (security 4.6). */
export function normalAccount(typed: string): string {
  return typed.normalize('NFKC').trim().toLowerCase();
}
