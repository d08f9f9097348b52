import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import type { UploadedFile } from '#platform/http/contract/fields.ts';

const BOUNDARY = 'form-of-a-test-7Hq2';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Fields and files as a form; what is neither text nor file is written as JSON. */
export function formBody(fields: Readonly<Record<string, unknown>>): Buffer {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
    const { bytes, name: fileName } = (value ?? {}) as Partial<UploadedFile>;
    const content =
      bytes instanceof Uint8Array
        ? [`; filename="${escaped(fileName ?? '')}"\r\nContent-Type: application/octet-stream\r\n\r\n`, bytes]
        : ['\r\n\r\n', typeof value === 'string' ? value : JSON.stringify(value)];
    return [head, ...content, '\r\n'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  });
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** The body and type in which a call takes its fields. */
export function bodyFor(endpoint: Endpoint, fields: unknown): { body: unknown; headers: Record<string, string> } {
  if (!endpoint.upload) return { body: fields, headers: {} };
  return { body: formBody(fields as Record<string, unknown>), headers: { 'content-type': FORM_TYPE } };
}

function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
