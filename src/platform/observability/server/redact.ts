/** Field names whose values appear in no log, audit row or export (security 14.1). */
const SECRET_NAME = /pass(word)?|secret|token|authorization|cookie|api_?key|access_?key|private|credential|jwe|pin\b/i;

const REDACTED = '[secret]';

/** A copy without secrets. Depth is bounded: an audit value is a small record, not a document. */
export function redact(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (depth > 8) return '[deep]';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET_NAME.test(name) ? REDACTED : redact(inner, depth + 1)]),
  );
}
