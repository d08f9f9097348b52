const UNIQUE_VIOLATION = '23505';

/** The unique constraint that stood in the way: of two who wrote the same at one moment the other was first. Undefined of other errors. */
export function violatedUnique(error: unknown): string | undefined {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION ? constraint : undefined;
}
