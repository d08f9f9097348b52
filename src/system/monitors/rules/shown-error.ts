const LONGEST = 300;

/**
 * What a job's last failure says, without what may be a person's: texts in quotes, mail addresses, and everything that
 * looks like a number or a key (security 2.14, 14.1).
 */
export function shownError(output: unknown): string {
  const message =
    typeof output === 'string'
      ? output
      : typeof output === 'object' && output !== null && 'message' in output
        ? String(output.message)
        : '';
  const plain = (message.split('\n')[0] ?? '')
    .replace(/"[^"]*"|'[^']*'|“[^”]*”/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/[A-Za-z0-9_-]*\d[A-Za-z0-9_-]{5,}/g, '…')
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
