/** Settings of a tenant are JSON texts (platform.md 3); what is absent or cannot be read is as good as empty. */
export function configOf(json: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
