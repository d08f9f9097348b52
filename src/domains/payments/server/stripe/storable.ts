/** What a provider says is stored, and it may say anything. */
export function storable<T extends string | null>(text: T): T {
  return (text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null) as T;
}
