/**
 * Bytes that a Linux machine has received and sent over all its interfaces but the one to itself, out of `/proc/net/dev`
 * (inventory S12).
 */
export function networkBytes(text: string): { received: number; sent: number } {
  let [received, sent] = [0, 0];
  for (const line of text.split('\n')) {
    const [, name, figures] = /^\s*([^\s:]+):\s*(.+)$/.exec(line) ?? [];
    if (name === undefined || figures === undefined || name === 'lo') continue;
    const columns = figures.trim().split(/\s+/).map(Number);
    received += columns[0] || 0;
    sent += columns[8] || 0;
  }
  return { received, sent };
}
