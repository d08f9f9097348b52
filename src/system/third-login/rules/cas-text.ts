const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The five names that every XML document may use without declaring them, and numeric references; nothing else is
 * replaced, so no text can grow (security 1: no XML entities).
 */
export function decodeXmlText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });
}

/** A document with a type declaration may declare entities; such a one is not read at all. */
export function declaresDocumentType(xml: string): boolean {
  return /<!(?:DOCTYPE|ENTITY)/i.test(xml);
}
