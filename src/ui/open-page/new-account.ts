let account = '';

/** The account that was just made, or whose password was just set, for the next page; never in an address or in storage. */
export function keepAccount(name: string): void {
  account = name;
}

export function keptAccount(): string {
  return account;
}
