/** What is known of a customer who is erased. */
export interface Leaver {
  readonly userId: string;
  readonly phone: string;
  readonly email: string;
  readonly barcode: string;
}

const SHORTEST_WORD = 6;

/**
 * Values by which texts of any kind are looked through for a customer (security 14.5): what can mean nobody else. The word of a
 * client is among them where it is no ordinary word; a name is not, for it may be that of a colleague or of a drink.
 */
export function lookedFor({ userId, phone, email, barcode }: Leaver): string[] {
  const word = userId.length >= SHORTEST_WORD && /[\d@]/.test(userId) ? userId : '';
  return [word, phone, phone.replaceAll(/[^\d+]/g, ''), email, barcode].filter((value) => value !== '');
}
