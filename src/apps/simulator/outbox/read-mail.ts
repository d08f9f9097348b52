/** A mail as its reader sees it. */
export interface ReadMail {
  readonly subject: string;
  readonly from: string;
  readonly text: string;
  readonly messageId: string | undefined;
}

/** Reads a plain-text mail (RFC 5322, 2045, 2047). Of several parts the first plain one is taken; UTF-8 only. */
export function readMail(source: string): ReadMail {
  const { headers, body } = split(source);
  return {
    subject: words(headers.get('subject') ?? ''),
    from: words(headers.get('from') ?? ''),
    text: plainText(headers, body).replace(/\r\n/g, '\n').trimEnd(),
    messageId: headers.get('message-id'),
  };
}

function split(source: string): { headers: Map<string, string>; body: string } {
  const end = source.search(/\r?\n\r?\n/);
  const head = end < 0 ? source : source.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? '' : source.slice(end).replace(/^\r?\n\r?\n/, '') };
}

function plainText(headers: ReadonlyMap<string, string>, body: string): string {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /^multipart\//i.test(type) ? /boundary="?([^";]+)"?/i.exec(type)?.[1] : undefined;
  if (boundary === undefined) return decode(body, headers.get('content-transfer-encoding') ?? '');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r?\n/, '')));
  const plain =
    parts.find((part) => /^text\/plain/i.test(part.headers.get('content-type') ?? 'text/plain')) ?? parts[0];
  return plain ? plainText(plain.headers, plain.body) : '';
}

function decode(body: string, encoding: string): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8');
  if (/^quoted-printable$/i.test(encoding)) return quotedPrintable(body.replace(/=\r?\n/g, ''));
  return body;
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Encoded words of a header; spaces between two of them are no part of the text. */
function words(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, form: string, content: string) =>
      form.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64').toString('utf8')
        : quotedPrintable(content.replaceAll('_', ' ')),
    );
}
