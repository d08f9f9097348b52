/** All Chinese documents in one file. */
export const sources = import.meta.glob<string>('../documents/*.zh-CN.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
