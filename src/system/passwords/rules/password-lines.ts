import { type PasswordFault, type PasswordOwner, passwordFaults } from './password-policy.ts';
import { PRODUCT_NAME } from './product-name.ts';

/** The policy as a person reads it: one line for each thing to do. */
const FAULTS_OF_LINE = {
  length: ['too-short', 'too-long'],
  digit: ['no-digit'],
  upper: ['no-upper'],
  lower: ['no-lower'],
  symbol: ['no-symbol'],
  common: ['too-common'],
  words: ['contains-account', 'contains-name', 'contains-product'],
} as const satisfies Record<string, readonly PasswordFault[]>;

export type PasswordLine = keyof typeof FAULTS_OF_LINE;
export const PASSWORD_LINES = Object.keys(FAULTS_OF_LINE) as readonly PasswordLine[];

/** Which lines a new password does not meet yet, by the rule that the server checks with; all of them while it is empty. */
export function unmetLines(password: string, owner: Omit<PasswordOwner, 'productName'>): ReadonlySet<PasswordLine> {
  if (password === '') return new Set(PASSWORD_LINES);
  const faults = new Set<PasswordFault>(passwordFaults(password, { ...owner, productName: PRODUCT_NAME }));
  return new Set(PASSWORD_LINES.filter((line) => FAULTS_OF_LINE[line].some((fault) => faults.has(fault))));
}
