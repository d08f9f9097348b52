const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** PostgreSQL answers a fault, not "no row", when a uuid column is compared with another text: look before asking. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
