/** What one form may hold, all of it counted while it comes. */
export interface FormLimits {
  readonly parts: number;
  /** Of the lines above a part's content, in bytes. */
  readonly headerBytes: number;
  /** Of one field without a file name, in bytes. */
  readonly fieldBytes: number;
  /** Of one file, asked as soon as it begins; the fields that came before it may decide. */
  readonly fileBytes: (name: string, fields: Readonly<Record<string, string>>) => number;
  /** Of everything together, boundaries included. */
  readonly totalBytes: number;
}

export interface FormFile {
  /** As the client calls it: a label, never a path. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ReadForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, FormFile>>;
}

/** `malformed`: not a form as RFC 7578 describes it. `twice`: a name that came before. */
export type FormFaultKind = 'malformed' | 'too-many-parts' | 'twice' | 'field-too-large' | 'file-too-large';

/** Why a form is refused, and at which of its fields. */
export class FormFault extends Error {
  override readonly name = 'FormFault';
  readonly kind: FormFaultKind;
  readonly field: string;
  /** Bytes that were allowed. */
  readonly maximum: number | undefined;
  constructor(kind: FormFaultKind, field = '', maximum?: number) {
    super(`${kind} ${field}`);
    this.kind = kind;
    this.field = field;
    this.maximum = maximum;
  }
}

const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;
const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/** The boundary that a content type names; nothing when it is no form, or names none that may stand in one (RFC 2046). */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  if (type?.toLowerCase() !== 'multipart/form-data') return undefined;
  const found = parameters.filter((part) => /^boundary=/i.test(part)).map((part) => part.slice('boundary='.length));
  const [first = '', second] = found;
  const boundary = /^".*"$/.test(first) ? first.slice(1, -1) : first;
  return second === undefined && BOUNDARY.test(boundary) ? boundary : undefined;
}

/**
 * Reads a form while it comes and stops at the first byte too many. A subset of RFC 7578: every part has a name, a name comes
 * once, no part is a form of its own, no encoding but the plain one. Throws `FormFault`.
 */
export async function readForm(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: FormLimits,
): Promise<ReadForm> {
  const reader = new FormReader(boundary, limits);
  for await (const chunk of source) {
    reader.push(chunk);
    // bytes after the end are ignored
    if (reader.isOver) break;
  }
  return reader.result();
}

/** The form as far as it has come; delimiters are looked for across the borders of chunks. */
class FormReader {
  readonly #delimiter: Buffer;
  readonly #limits: FormLimits;
  readonly #fields: Record<string, string> = Object.create(null);
  readonly #files: Record<string, FormFile> = Object.create(null);
  #state: 'preamble' | 'after-delimiter' | 'head' | 'content' | 'over' = 'preamble';
  // so that the first delimiter is found like every other one
  #pending: Buffer = LINE_END;
  #total = 0;
  #parts = 0;
  #part: OpenPart | undefined;

  constructor(boundary: string, limits: FormLimits) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.#limits = limits;
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.byteLength;
    if (this.#total > this.#limits.totalBytes) throw this.#part?.fault() ?? new FormFault('malformed');
    this.#pending = Buffer.concat([this.#pending, chunk]);
    while (this.#step());
  }

  result(): ReadForm {
    if (this.#state !== 'over') throw new FormFault('malformed', this.#part?.name);
    return { fields: { ...this.#fields }, files: { ...this.#files } };
  }

  /** Takes what it can from the pending bytes; false when it needs more. */
  #step(): boolean {
    switch (this.#state) {
      case 'preamble':
        return this.#toDelimiter(() => undefined);
      case 'content':
        return this.#toDelimiter((bytes) => this.#part?.add(bytes));
      case 'after-delimiter':
        return this.#afterDelimiter();
      case 'head':
        return this.#head();
      default:
        this.#pending = Buffer.alloc(0);
        return false;
    }
  }

  #toDelimiter(take: (bytes: Buffer) => void): boolean {
    const at = this.#pending.indexOf(this.#delimiter);
    // an unfinished delimiter may stand at the end
    const certain = at >= 0 ? at : Math.max(0, this.#pending.length - this.#delimiter.length + 1);
    take(this.#pending.subarray(0, certain));
    this.#pending = this.#pending.subarray(at >= 0 ? at + this.#delimiter.length : certain);
    if (at < 0) return false;
    this.#close();
    this.#state = 'after-delimiter';
    return true;
  }

  #afterDelimiter(): boolean {
    if (this.#pending.length < 2) return false;
    const next = this.#pending.toString('latin1', 0, 2);
    if (next !== '--' && next !== '\r\n') throw new FormFault('malformed');
    this.#state = next === '--' ? 'over' : 'head';
    // the line end before the head stays: a head without lines ends at once
    this.#pending = this.#pending.subarray(next === '--' ? 2 : 0);
    return true;
  }

  #head(): boolean {
    const at = this.#pending.indexOf(HEAD_END);
    if (at > this.#limits.headerBytes || (at < 0 && this.#pending.length > this.#limits.headerBytes + HEAD_END.length))
      throw new FormFault('malformed');
    if (at < 0) return false;
    const head = readHead(this.#pending.subarray(LINE_END.length, at));
    this.#pending = this.#pending.subarray(at + HEAD_END.length);
    this.#open(head);
    this.#state = 'content';
    return true;
  }

  #open({ name, fileName }: PartHead): void {
    this.#parts += 1;
    if (this.#parts > this.#limits.parts) throw new FormFault('too-many-parts');
    if (name in this.#fields || name in this.#files) throw new FormFault('twice', name);
    const maximum =
      fileName === undefined ? this.#limits.fieldBytes : this.#limits.fileBytes(name, { ...this.#fields });
    this.#part = new OpenPart(name, fileName, maximum);
  }

  #close(): void {
    const part = this.#part;
    this.#part = undefined;
    if (!part) return;
    const bytes = part.bytes();
    if (part.fileName === undefined) this.#fields[part.name] = readText(bytes, part.name);
    else this.#files[part.name] = { name: part.fileName, bytes };
  }
}

/** A part whose content is coming, copied into one growing piece so that no chunk of the socket is kept. */
class OpenPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly #maximum: number;
  #content = new Uint8Array(0);
  #size = 0;

  constructor(name: string, fileName: string | undefined, maximum: number) {
    this.name = name;
    this.fileName = fileName;
    this.#maximum = maximum;
  }

  add(bytes: Uint8Array): void {
    const size = this.#size + bytes.length;
    if (size > this.#maximum) throw this.fault();
    if (size > this.#content.length) {
      const larger = new Uint8Array(Math.min(this.#maximum, Math.max(size, 2 * this.#content.length)));
      larger.set(this.#content.subarray(0, this.#size));
      this.#content = larger;
    }
    this.#content.set(bytes, this.#size);
    this.#size = size;
  }

  bytes(): Uint8Array {
    return this.#content.subarray(0, this.#size);
  }

  fault(): FormFault {
    return new FormFault(this.fileName === undefined ? 'field-too-large' : 'file-too-large', this.name, this.#maximum);
  }
}

interface PartHead {
  readonly name: string;
  /** There is one for files only. */
  readonly fileName: string | undefined;
}

const HEADER = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/;
const PLAIN_ENCODINGS = new Set(['7bit', '8bit', 'binary']);

function readHead(bytes: Buffer): PartHead {
  const headers = new Map<string, string>();
  for (const line of readText(bytes).split('\r\n')) {
    if (line === '') continue;
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '' || headers.has(name.toLowerCase())) throw new FormFault('malformed');
    headers.set(name.toLowerCase(), value);
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding !== undefined && !PLAIN_ENCODINGS.has(encoding)) throw new FormFault('malformed');
  if (headers.get('content-type')?.toLowerCase().startsWith('multipart/')) throw new FormFault('malformed');
  return readDisposition(headers.get('content-disposition') ?? '');
}

const PARAMETER = /;[ \t]*([\w-]+\*?)=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))[ \t]*/y;

function readDisposition(text: string): PartHead {
  const type = /^form-data[ \t]*/i.exec(text)?.[0];
  if (type === undefined) throw new FormFault('malformed');
  const found = new Map<string, string>();
  PARAMETER.lastIndex = type.length;
  let end = type.length;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const [, name = '', quoted, plain = ''] = match;
    if (found.has(name.toLowerCase())) throw new FormFault('malformed');
    found.set(name.toLowerCase(), quoted === undefined ? plain : unescapeName(quoted));
    end = PARAMETER.lastIndex;
  }
  const name = found.get('name');
  // `filename*` has no place in a form (RFC 7578 4.2) and would be a second name of the same file
  if (end !== text.length || name === undefined || name === '' || found.has('filename*') || found.has('name*'))
    throw new FormFault('malformed');
  return { name, fileName: found.get('filename') };
}

/** Browsers write quotes and line ends of a name as %22, %0D and %0A; older clients with a backslash. */
function unescapeName(text: string): string {
  return text.replace(/\\(["\\])/g, '$1').replace(/%22|%0D|%0A/gi, (code) => decodeURIComponent(code));
}

function readText(bytes: Uint8Array, field?: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FormFault('malformed', field);
  }
}
