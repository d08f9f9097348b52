const ROW = /^([A-Za-z_]\w{0,31})\s*[:：]\s*(.+)$/u;
const LONGEST = 200;

/**
 * The fields of a template at WeChat: a text whose lines read `thing1: …` fills the fields of these names; any other text stands
 * under `first` (the title) and `remark`.
 */
export function wechatData({
  title,
  text,
}: {
  readonly title: string;
  readonly text: string;
}): Record<string, { readonly value: string }> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rows = lines.map((line) => ROW.exec(line.trim()));
  const value = (said: string): { value: string } => ({ value: said.slice(0, LONGEST).toWellFormed() });
  if (rows.length > 0 && rows.every((row) => row !== null))
    return Object.fromEntries(rows.map((row) => [row?.[1] ?? '', value(row?.[2] ?? '')]));
  return { first: value(title), remark: value(text) };
}
