/** What a stored file may be: the server answers with these types and no other (security 11.1, 11.3). */
export const FILE_TYPES = {
  csv: { contentType: 'text/csv; charset=utf-8', shownInPage: false },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    shownInPage: false,
  },
  png: { contentType: 'image/png', shownInPage: true },
  jpg: { contentType: 'image/jpeg', shownInPage: true },
  webp: { contentType: 'image/webp', shownInPage: true },
  mp4: { contentType: 'video/mp4', shownInPage: true },
  gz: { contentType: 'application/gzip', shownInPage: false },
} as const;

export type FileExtension = keyof typeof FILE_TYPES;

const ID = '[0-9a-zA-Z][0-9a-zA-Z-]{0,63}';
const FILE_KEY = new RegExp(`^(${ID})/([a-z][a-z-]{0,31})/(${ID})\\.(${Object.keys(FILE_TYPES).join('|')})$`);

export interface FileKeyParts {
  readonly tenantId: string;
  /** What the file is for: `export`, `import` … */
  readonly purpose: string;
  readonly id: string;
  readonly extension: FileExtension;
}

/** `tenant/purpose/id.ext`. Throws when a part could lead out of its folder; parts come from the server only. */
export function fileKey({ tenantId, purpose, id, extension }: FileKeyParts): string {
  const key = `${tenantId}/${purpose}/${id}.${extension}`;
  if (!readFileKey(key)) throw new Error('A file key has a part that is not allowed');
  return key;
}

/** The parts of a key, or nothing when it is not one of ours: traversal, unknown types and odd names end here. */
export function readFileKey(key: string): FileKeyParts | undefined {
  const match = FILE_KEY.exec(key);
  if (!match) return undefined;
  const [, tenantId = '', purpose = '', id = '', extension] = match;
  return { tenantId, purpose, id, extension: extension as FileExtension };
}

/** Headers of a file's answer: fixed type, nothing runs in it, and only pictures and films are shown in a page (security 11.3). */
export function fileHeaders(extension: FileExtension, label: string): Readonly<Record<string, string>> {
  const { contentType, shownInPage } = FILE_TYPES[extension];
  return {
    'content-type': contentType,
    'content-disposition': `${shownInPage ? 'inline' : 'attachment'}; ${nameParameters(label, extension)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  };
}

/** RFC 6266: a plain name for old clients, the true one in UTF-8. The label is a person's text and may hold anything. */
function nameParameters(label: string, extension: FileExtension): string {
  const name = `${label.replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]/gu, '_').slice(0, 100) || 'file'}.${extension}`;
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replaceAll('%', '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
