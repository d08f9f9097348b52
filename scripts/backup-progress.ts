/** One line that changes where somebody looks, and none elsewhere; on the error stream, because the other one may be the backup. */
export function showProgress() {
  const isSeen = process.stderr.isTTY;
  let shown = '';
  const write = (line: string): void => {
    if (!isSeen || line === shown) return;
    process.stderr.write(`\r${line.padEnd(shown.length)}`);
    shown = line;
  };
  return {
    show: ({ table, files }: { table?: string; files: number }) => write(`${files} files${table ? `, ${table}` : ''}`),
    end: (line: string) => {
      write('');
      process.stderr.write(`${isSeen ? '\r' : ''}${line}\n`);
    },
  };
}
