const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part of a file that a `Range` header asks for (RFC 9110, 14), first and last byte included; undefined where the whole
 * file is sent: no header, several parts, another unit. `beyond`: no byte of it is there.
 */
export function readRange(
  header: string | undefined,
  size: number,
): { readonly first: number; readonly last: number } | 'beyond' | undefined {
  const match = ONE_RANGE.exec(header ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  // the last so many bytes
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'beyond' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) return 'beyond';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
