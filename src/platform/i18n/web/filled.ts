/** Fills the arguments of a text in, before the login, where the translation library is not there. */
export function filled(text: string, facts: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}
