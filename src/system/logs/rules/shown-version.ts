const CONTACTS: ReadonlySet<string> = new Set(['phone', 'email', 'telephone', 'mobile']);

/** A record as one version had it; ways to reach people are hidden from who may not see them (security 14.5). */
export function shownVersion(content: unknown, seesContacts: boolean): unknown {
  if (seesContacts || typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  return Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, CONTACTS.has(field) && value ? '•••' : value]),
  );
}
