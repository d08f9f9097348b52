import type { Config } from '#platform/config/server/config.ts';

export interface SeededAccount {
  readonly username: string;
  /** What the account is for, in a few words. */
  readonly what: string;
  /** Only where this start generated it: it is printed once. */
  readonly password?: string;
}

/** The last lines of a start: where to go and who may enter (product.md 2). */
export function firstWords(
  config: Config,
  brokerUrls: readonly string[],
  accounts: readonly SeededAccount[],
  simulatorUrl: string | undefined,
): string {
  const width = Math.max(...accounts.map((account) => account.username.length), 8);
  const fresh = accounts.some((account) => account.password !== undefined);
  return [
    '',
    `Console    ${config.publicUrl}`,
    `API        ${config.publicUrl}/api/docs`,
    `Devices    ${brokerUrls.join('   ')}`,
    ...(simulatorUrl ? [`Simulator  ${simulatorUrl}   pull a plug, decline a card, read the messages it got`] : []),
    '',
    fresh
      ? 'Accounts (these passwords are shown once):'
      : 'Accounts (set a new password with: npm run password -- <account>):',
    ...accounts.map(
      (account) =>
        `  ${account.username.padEnd(width)}  ${(account.password ?? '').padEnd(fresh ? 20 : 0)}  ${account.what}`,
    ),
    '',
    '',
  ].join('\n');
}
