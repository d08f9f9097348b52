/** All English documents in one file. */
export const sources = import.meta.glob<string>('../documents/*.en-US.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
