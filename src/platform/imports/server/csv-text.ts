/**
 * The text of a CSV file. Valid UTF-8 is UTF-8, UTF-16 is known by its mark ("Unicode text" of Excel); what Excel saves in China
 * names itself nowhere and is taken where it reads as Chinese. Throws where nothing fits.
 */
export function csvText(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2);
  if (mark === 'fffe') return decoded(bytes, 'utf-16le');
  if (mark === 'feff') return decoded(bytes, 'utf-16be');
  try {
    return decoded(bytes, 'utf-8');
  } catch (error) {
    const text = decoded(bytes, 'gb18030');
    if (NO_TEXT.test(text) || !isMostlyCommonChinese(bytes)) throw error;
    return text;
  }
}

const decoded = (bytes: Buffer, encoding: string): string => new TextDecoder(encoding, { fatal: true }).decode(bytes);

/** Controls other than those that end cells and lines, and characters that nobody has given a meaning. */
const NO_TEXT = /[\p{Co}\p{Cn}]|(?![\t\r\n])\p{Cc}/u;

/**
 * Nearly every pair of bytes can be read as some Chinese character: "Köln" of a western Excel would become "K鰈n". Chinese text
 * is made of the signs and characters of GB 2312 for the most part, others of rare ones.
 */
function isMostlyCommonChinese(bytes: Buffer): boolean {
  let common = 0;
  let others = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    at += 1;
    const isOfGb2312 =
      (bytes[at] ?? 0) >= 0xa1 && (first === 0xa1 || first === 0xa3 || (first >= 0xb0 && first <= 0xf7));
    if (isOfGb2312) common += 1;
    else others += 1;
  }
  return common > others;
}
