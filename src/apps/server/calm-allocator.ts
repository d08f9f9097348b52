/**
 * Settings of glibc's allocator. By default it learns from the first password hash, which takes 19 MB, that such pieces are
 * common and keeps them, once for each of its arenas: 130 MB after one burst of logins, for good (decision 52).
 */
export const CALM_ALLOCATOR: Readonly<Record<string, string>> = {
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
};

/**
 * The allocator reads its settings before a program begins, so the program begins again: once, in the same process, with the same
 * arguments. What the operator has set stays.
 */
export function beginWithCalmAllocator(): void {
  if (process.platform !== 'linux' || process.execve === undefined) return;
  if (Object.keys(CALM_ALLOCATOR).every((name) => process.env[name] !== undefined)) return;
  const { execPath, execArgv, argv, env } = process;
  const set = Object.fromEntries(Object.entries(env).filter((one): one is [string, string] => one[1] !== undefined));
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...CALM_ALLOCATOR, ...set });
}
